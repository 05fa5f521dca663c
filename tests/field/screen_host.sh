#!/bin/sh
# Runs inside the bare system of a machine with a screen, before that is ever on: what such a machine
# has, and the hall from the stick. Usage: screen_host.sh system|hall
set -eux
export DEBIAN_FRONTEND=noninteractive

system() {
    printf '#!/bin/sh\nexit 101\n' >/usr/sbin/policy-rc.d
    chmod +x /usr/sbin/policy-rc.d
    mkdir -p /etc/initramfs-tools/conf.d
    printf 'MODULES=list\nCOMPRESS=gzip\n' >/etc/initramfs-tools/conf.d/field
    apt-get -q update
    apt-get -qy --no-install-recommends install initramfs-tools udev kmod
    printf 'virtio_pci\nvirtio_blk\nvirtio_gpu\next4\n' >>/etc/initramfs-tools/modules
    # The packages that the stick takes along for a window, so that a run waits for none.
    apt-get -qy --no-install-recommends install linux-image-amd64 cage foot dbus libpam-systemd \
        polkitd fonts-dejavu-core fonts-droid-fallback
    apt-get clean
    rm -rf /var/lib/apt/lists/* /usr/sbin/policy-rc.d
}

hall() {
    cd /stick
    printf '4711\n' >/var/tmp/pin
    ./install.sh install --role server
    ./install.sh install --role terminal --screen cage --pin-file /var/tmp/pin
    printf 'a long phrase\n' >/var/tmp/pass
    install -d -o hall-server /var/tmp/key
    chown hall-server /var/tmp/pass
    runuser -u hall-server -- hall-server new /stick/examples/acf.toml \
        --home /var/lib/playing-hall-server --key-file /var/tmp/key/tournament.key \
        --passphrase-file /var/tmp/pass --address 10.0.0.5
    systemctl disable playing-hall-server
    invite=/var/lib/playing-hall-terminal/invite
    install -m 0600 -o hall-terminal /var/lib/playing-hall-server/invites/table-1.invite $invite
    sed -i "s|\$| --hall 127.0.0.1 --invite $invite|" /etc/playing-hall/terminal.conf
    cat >/etc/systemd/system/asked.service <<'END'
[Unit]
Description=Does what is said on the serial line
DefaultDependencies=no
After=local-fs.target

[Service]
ExecStart=/bin/sh -c 'stty -F /dev/ttyS0 raw -echo; cat /dev/ttyS0 | sh >/dev/ttyS0 2>&1'
Restart=always
RestartSec=0

[Install]
WantedBy=sysinit.target
END
    systemctl enable asked
    systemctl mask serial-getty@ttyS0.service
}

"$1"
