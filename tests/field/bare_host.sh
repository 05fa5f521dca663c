#!/bin/sh
# Runs inside a bare machine, as its first service: from nothing to a running hall with only the
# stick, as the runbook says it. Each finding is a line "name<TAB>value"; the last one is "end".
exec 3>/results/found 2>/results/trouble
set -eux
# What the service manager saw, whatever happens.
trap 'journalctl -u "playing-hall-*" --no-pager -o cat >/results/journal' EXIT
found() { printf '%s\t%s\n' "$1" "$2" >&3; }
own='runuser -u hall-server --'
unit=playing-hall-server
home=/var/lib/playing-hall-server

# Waits until a command says so; the machine may be busy.
until_true() {
    set +x
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ $tries -lt 900 ] || { found "never true" "$*"; exit 1; }
        sleep 0.1
    done
    set -x
}
another_process() { [ "$(systemctl show -P MainPID $unit)" != "$1" ] && systemctl --quiet is-active $unit; }
ready() { systemctl --quiet is-active $unit; }
. /tried/bare_screens.sh
status() { $own hall-server status --home $home --json; }

found "a way out" "$(ip route | wc -l)"
found "python" "$(python3 -V)"
cd /stick
./install.sh install --role server >/results/install
found "version" "$(hall-server --version)"
systemctl start $unit
found "without a tournament" "$(systemctl is-active $unit || true)"

printf 'a long phrase\n' >/var/tmp/pass
chown hall-server /var/tmp/pass
mkdir /var/tmp/key
chown hall-server /var/tmp/key
$own hall-server new /stick/examples/acf.toml --home $home --key-file /var/tmp/key/tournament.key \
    --passphrase-file /var/tmp/pass --address 10.0.0.5 >/results/new
systemctl start $unit
until_true ready
status >/results/status.json
found "folder" "$(stat -c '%U %a' $home)"
found "user" "$(ps -o user= -p "$(systemctl show -P MainPID $unit)" 2>/dev/null || echo hall-server)"

first=$(systemctl show -P MainPID $unit)
kill -9 "$first"
until_true another_process "$first"
found "after kill -9" "$(systemctl is-active $unit)"

mkdir -p /run/systemd/system/$unit.service.d
printf '[Service]\nWatchdogSec=3\n' >/run/systemd/system/$unit.service.d/soon.conf
systemctl daemon-reload
systemctl restart $unit
until_true ready
hung=$(systemctl show -P MainPID $unit)
kill -STOP "$hung"
until_true another_process "$hung"
found "after a hang" "$(systemctl is-active $unit)"
rm /run/systemd/system/$unit.service.d/soon.conf
systemctl daemon-reload

screens_are_installed
screens_stand

cd /newer
upgrade_is_cut_off
forget
./install.sh install >/results/upgrade
until_true ready
both_show
found "after the upgrade" "$(hall-server --version)"
found "copies kept" "$(ls -d /var/lib/playing-hall-*/hall.db.before-99.0.0 | wc -l)"
forget
./install.sh rollback >/results/rollback
until_true ready
both_show
found "after the rollback" "$(hall-server --version)"
status >/results/again.json
systemd-analyze security $unit --no-pager | tail -1 >/results/security
./install.sh uninstall >/results/uninstall
found "uninstalled" "$(systemctl is-active $unit || true)"
found "data" "$(ls $home/hall.db)"
found "end" "$(systemctl list-units 'playing-hall*' --no-legend | wc -l)"
