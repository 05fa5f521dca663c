# Part of bare_host.sh: a table and a kiosk on the consoles of the machine, with the units that the
# installer enables. What a console shows is in a file of the results.
table=playing-hall-terminal@tty1.service
kiosk=playing-hall-kiosk@tty2.service
window=playing-hall-kiosk-screen.service

# Both pictures are there, drawn since forget: each with its own words, and the hall in reach.
forget() { for role in terminal kiosk; do : >/results/$role; done; }
both_show() {
    until_true grep -aqF 'LIVE' /results/terminal
    until_true grep -aqF 'Table 1' /results/terminal
    until_true grep -aqF 'Harbour Open' /results/kiosk
}

# What a screen has to know before its first start: the invite, and that the hall is on this machine.
is_invited() {
    folder=/var/lib/playing-hall-$1
    install -m 0600 -o "hall-$1" "$(ls $home/invites/$1-1* $home/invites/table-1.* | head -1)" "$folder/invite"
    printf '%s --hall 127.0.0.1 --invite %s\n' "$(cat /etc/playing-hall/$1.conf)" "$folder/invite" >/var/tmp/conf
    cp /var/tmp/conf "/etc/playing-hall/$1.conf"
}

# A window's programs come from the stick. This machine has no screen to start one on.
window_is_installed() {
    ./install.sh install --role kiosk --screen cage --pin-file /var/tmp/pin >>/results/window
    found "window" "$(cage -v), $(systemctl is-enabled $window)"
}

screens_are_installed() {
    printf '4711\n' >/var/tmp/pin
    for at in 1:terminal 2:kiosk; do
        setsid python3 /tried/bare_console.py /dev/tty${at%:*} /results/${at#*:} </dev/null &
        until_true mountpoint -q /dev/tty${at%:*}
    done
    window_is_installed
    for role in kiosk terminal; do
        ./install.sh install --role $role --pin-file /var/tmp/pin >>/results/install
    done
    is_invited terminal
    is_invited kiosk
    found "window after the console" "$(systemctl is-enabled $window || true)"
    found "the table starts with the machine" "$(systemctl is-enabled $table)"
}

screens_stand() {
    forget
    systemctl start $table $kiosk
    both_show
    found "the PIN is not to be read" "$(cut -c-4 /var/lib/playing-hall-terminal/service-pin)"
    for unit_of_screen in $table $kiosk; do
        forget
        before=$(systemctl show -P MainPID $unit_of_screen)
        kill -9 "$before"
        [ $unit_of_screen != $table ] || until_true grep -aqF 'LIVE' /results/terminal
        [ $unit_of_screen != $kiosk ] || until_true grep -aqF 'Harbour Open' /results/kiosk
    done
    found "screens after kill -9" "$(systemctl is-active $table $kiosk | tr '\n' ' ')"
}

# The power of the machine that installs is gone half way.
upgrade_is_cut_off() {
    setsid ./install.sh install >/results/cut-off 2>&1 &
    half=$!
    until_true test -d /opt/playing-hall/99.0.0/bin
    kill -9 -$half
    wait $half || true
    found "half an upgrade" "$(hall-server --version), $(systemctl is-active $unit $table $kiosk | tr '\n' ' ')"
}
