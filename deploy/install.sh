#!/bin/sh
# Installs the playing hall from this stick, without a network. Nothing that was kept of a tournament
# is ever changed or removed by it.
set -eu

usage() {
    cat <<'END'
Usage, as root, in the folder of the stick:
  sh install.sh install [--role ROLE] [--screen SCREEN] [--pin-file FILE] [--fingerprint SIGNS] [--root DIR]
  sh install.sh rollback [--root DIR]      back to the version before
  sh install.sh uninstall [--root DIR]     everything but the data
ROLE is server, standby, terminal, kiosk or referee, and in a championship of several halls uplink or
headquarters; without it the programs are installed and nothing is started by itself. SCREEN is console (default) or cage. --pin-file names a file with the service PIN
that locks a terminal or a kiosk. SIGNS are what the one who built the stick reads out: another stick is refused. An upgrade is an install from a newer stick. --root works in another root folder.
END
}

say() { printf '%s\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

stick=$(cd "$(dirname "$0")" && pwd)
what=${1:-}
[ $# -gt 0 ] && shift
role= screen=console pin= expected= root=
while [ $# -gt 0 ]; do
    case $1 in
        --role | --screen | --pin-file | --fingerprint | --root)
            [ $# -gt 1 ] || fail "$1 wants a value. Nothing was changed."
            case $1 in
                --role) role=$2 ;;
                --screen) screen=$2 ;;
                --pin-file) pin=$2 ;;
                --fingerprint) expected=$2 ;;
                --root) root=${2%/} ;;
            esac
            shift 2 ;;
        *) usage >&2; fail "There is no option $1. Nothing was changed." ;;
    esac
done
case $role in '' | server | standby | terminal | kiosk | referee | uplink | headquarters) ;;
    *) fail "There is no role $role: server, standby, terminal, kiosk, referee, uplink or headquarters." \
            "Nothing was changed." ;;
esac
case $screen in console | cage) ;;
    *) fail "There is no screen $screen: console or cage. Nothing was changed." ;;
esac
[ -z "$pin" ] || [ -r "$pin" ] || fail "$pin cannot be read. Nothing was changed."
[ -n "$root" ] || [ "$(id -u)" = 0 ] || fail "Run this as root: sudo sh $0 $what. Nothing was changed."

# What anybody can touch is left with the PIN alone; an upgrade keeps the one it has.
case $what:$role in install:terminal | install:kiosk)
    [ -n "$pin" ] || grep -qs -e '--service-pin-file' "$root/etc/playing-hall/$role.conf" \
        || fail "Anybody can touch a $role: it is left with a PIN alone. Write 4 to 12 digits into a file" \
            "and name it with --pin-file. Nothing was changed." ;;
esac

base=$root/opt/playing-hall
units=$root/etc/systemd/system
own=$root/etc/playing-hall
programs='hall-server hall-terminal hall-kiosk hall-referee'

# The service manager that runs this machine; none runs another root folder, or a container.
manager() { [ -n "$root" ] || [ ! -d /run/systemd/system ] || systemctl "$@"; }

# What a machine starts by itself is written in its own root folder, whether it runs or not.
starts() { ! command -v systemctl >/dev/null || systemctl --quiet ${root:+"--root=$root"} "$@"; }

# One rename: there is never a moment without a version.
point() {
    ln -sfn "$2" "$1.new"
    mv -T "$1.new" "$1"
}

find_python() {
    for python in ${PYTHON:-} python3.11 python3 python3.12 python3.13; do
        if command -v "$python" >/dev/null \
            && "$python" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            return
        fi
    done
    fail "Python 3.11 or newer is not on this machine. Nothing was changed."
}

# What runs is stopped while its programs are changed, and started again whatever comes between.
pause() {
    started=$(running)
    [ -n "$started" ] || return 0
    trap 'manager start $started' EXIT
    trap 'exit 1' HUP INT TERM
    manager stop $started
}
go_on() {
    trap - EXIT
    [ -z "$started" ] || manager start $started
}

running() { manager list-units --plain --no-legend --state=active 'playing-hall-*' 2>/dev/null | cut -d' ' -f1; }

# A newer version may write its data otherwise: what was there stays beside it.
keep_data() {
    for data in "$root"/var/lib/playing-hall-*/hall.db; do
        if [ -e "$data" ] && [ ! -e "$data.before-$version" ]; then
            as_owner "${data%/*}" sh -euc "$keep_one" keep "$data" "$version"
            say "Kept a copy of $data as it was."
        fi
    done
}
# The copy has its name once it is whole: whatever cuts this off, the next try copies anew.
keep_one='
    rm -f "$1.before-$2-wal" "$1.before-$2.new"
    [ ! -s "$1-wal" ] || cp -p "$1-wal" "$1.before-$2-wal"
    cp -p "$1" "$1.before-$2.new"
    sync
    mv -T "$1.before-$2.new" "$1.before-$2"
'

# What is done in the folder of a program is done as its user: a link that lies there leads this script
# to nothing that the program could not change by itself.
as_owner() {
    owner=$(stat -Lc %u "$1") group=$(stat -Lc %g "$1")
    shift
    if [ "$owner" = "$(id -u)" ]; then "$@"; else
        setpriv --reuid="$owner" --regid="$group" --clear-groups -- "$@"
    fi
}

# A window needs cage and foot, and polkit, without which nobody is given the screen. What this machine lacks of them comes from the stick, where that was
# built for such a machine; else the screen takes the bare console.
has_window() {
    [ -x "$root/usr/bin/cage" ] && [ -x "$root/usr/bin/foot" ] && [ -e "$root/lib/systemd/system/polkit.service" ]
}
install_window() {
    case $role:$screen in terminal:cage | kiosk:cage) ;; *) return 0 ;; esac
    has_window && return
    why= place=
    if [ -n "$root" ]; then
        why="another root folder is not given packages"
    elif ! debs=$stick/debs/$(dpkg --print-architecture 2>/dev/null) || [ ! -e "$debs/RELEASE" ]; then
        why="the stick has no packages for this machine"
    elif ! grep -qx "VERSION_CODENAME=$(cat "$debs/RELEASE")" /etc/os-release; then
        why="the packages on the stick are for Debian $(cat "$debs/RELEASE")"
    else
        # All of them are here before the first is unpacked: a stick that is pulled out leaves none half.
        place=$(mktemp -d)
        cp -R "$debs" "$place/debs" || why="they cannot be read from the stick"
    fi
    if [ -z "$why" ]; then
        mkdir -p "$place/lists/partial"
        echo "deb [trusted=yes] file:$place/debs ./" >"$place/sources.list"
        set -- -qq -o Dir::Etc::sourcelist="$place/sources.list" -o Dir::Etc::sourceparts=- \
            -o Dir::State::lists="$place/lists" -o Dir::Cache="$place" -o APT::Sandbox::User=
        say "Installing cage and foot from the stick."
        { apt-get "$@" update \
            && DEBIAN_FRONTEND=noninteractive apt-get "$@" install --yes --no-install-recommends \
                cage foot dbus libpam-systemd polkitd fonts-dejavu-core fonts-droid-fallback; } >/dev/null \
            || why="apt could not install them"
        # The window's session is asked for on the bus, which just came with it.
        [ -n "$why" ] || manager start dbus.socket || true
    fi
    [ -z "$place" ] || rm -rf "$place"
    if [ -n "$why" ] || ! has_window; then
        screen=console
        say "cage and foot are not on this machine, and $why: the screen takes the bare console."
    fi
}

# What is not whole is taken away again: by a stick that was pulled out, a full disk, or Ctrl+C.
unfinished() {
    rm -rf "$target"
    say "The installation was broken off: the stick was pulled out, the disk is full, or it was stopped by" >&2
    fail "hand. What was installed before still is. Push the stick in again and repeat it."
}

# From the stick onto the disk. Nothing after this reads the stick, but the packages of a window.
unpack() {
    rm -rf "$target"
    trap unfinished EXIT
    trap 'exit 1' HUP INT TERM
    mkdir -p "$target"
    "$python" -m venv --without-pip "$target"
    pip=$(ls "$stick"/wheels/pip-*.whl)
    # Exactly the wheels that the stick's list names, each with its sum: what else lies there is not used.
    if ! "$target/bin/python" "$pip/pip" --isolated install --quiet --disable-pip-version-check \
        --no-index --find-links "$stick/wheels" --no-cache-dir --no-deps --require-hashes \
        --only-binary :all: --requirement "$stick/requirements.txt"; then
        whole 2>/dev/null || exit 1
        trap - EXIT HUP INT TERM
        rm -rf "$target"
        fail "The stick has no wheels for $("$python" -V) on $(uname -m)." \
            "What was installed before still is."
    fi
    mkdir -p "$target/share/playing-hall"
    cp -R "$stick"/docs/. "$stick/systemd" "$target/share/playing-hall/"
    "$target/bin/hall-server" --version >/dev/null
    sync
    : >"$target/.complete"
    sync
    trap - EXIT HUP INT TERM
}

whole() { (cd "$stick" && sha256sum --quiet --strict -c SHA256SUMS); }

# What lies on the stick and not on its list; a link is on no list.
strangers() {
    (cd "$stick" && find wheels debs systemd docs VERSION requirements.txt ! -type d 2>/dev/null | while read -r file; do
        { [ ! -L "$file" ] && cut -c67- SHA256SUMS | grep -qxF -e "$file"; } || printf '%s\n' "$file"
    done)
}

# Who built the stick can read these signs out: a list that somebody has changed has others.
fingerprint() { sha256sum <"$stick/SHA256SUMS" | cut -c1-32 | sed 's/..../& /g; s/ $//'; }
trusted() {
    fingerprint=$(fingerprint)
    say "The fingerprint of this stick is: $fingerprint"
    [ -z "$expected" ] || [ "$(printf %s "$expected" | tr -d ' ')" = "$(printf %s "$fingerprint" | tr -d ' ')" ] \
        || fail "That is another stick than the one with the fingerprint $expected. Nothing was changed." \
            "Ask whoever built it."
}

install_hall() {
    whole || fail "This stick was pulled out or is damaged: push it in again, or write it again." \
        "Nothing was changed."
    strange=$(strangers)
    [ -z "$strange" ] || fail "These files are on the stick, but not on its list:" $strange \
        "Delete them and try again, or write the stick again. Nothing was changed."
    trusted
    version=$(cat "$stick/VERSION")
    find_python
    target=$base/$version
    # What an interrupted installation left has no such mark.
    [ -e "$target/.complete" ] || unpack
    install_window
    was=$(readlink "$base/current" || true)
    pause
    if [ "$was" != "$version" ]; then
        keep_data
        [ -z "$was" ] || point "$base/previous" "$was"
        point "$base/current" "$version"
    fi
    mkdir -p "$root/usr/local/bin"
    for program in $programs; do
        ln -sfn "/opt/playing-hall/current/bin/$program" "$root/usr/local/bin/$program"
    done
    [ -z "$role" ] || install_role
    manager daemon-reload
    go_on
    say "playing hall $version is installed$([ "${was:-$version}" = "$version" ] || echo ", after $was")."
    [ -z "$role" ] || say "The unit $unit is enabled; it starts with the machine, or now: systemctl start $unit"
}

install_role() {
    files=$target/share/playing-hall/systemd
    case $role:$screen in
        server:* | standby:* | uplink:* | headquarters:*) unit=playing-hall-$role.service ;;
        referee:* | *:console) unit=playing-hall-$role@tty1.service ;;
        *) unit=playing-hall-$role-screen.service ;;
    esac
    mkdir -p "$units" "$own" "$root/etc/sysusers.d" "$root/etc/issue.d"
    ln -sfn /run/playing-hall.issue "$root/etc/issue.d/playing-hall.issue"
    cp -R "$files"/playing-hall-* "$units/"
    cp "$files/playing-hall.sysusers" "$root/etc/sysusers.d/playing-hall.conf"
    cp "$files/screens/foot.ini" "$own/"
    # The tournament is set up in the program's own folder, by its own user, before its first start.
    if [ -z "$root" ]; then
        systemd-sysusers playing-hall.conf
        install -d -m 0700 -o "hall-$role" -g "hall-$role" "/var/lib/playing-hall-$role"
    fi
    case $role in terminal | kiosk)
        mkdir -p "$root/etc/systemd/logind.conf.d" "$root/etc/sysctl.d"
        cp "$files/screens/10-one-console.conf" "$root/etc/systemd/logind.conf.d/10-playing-hall.conf"
        cp "$files/screens/90-playing-hall.conf" "$root/etc/sysctl.d/"
        starts mask ctrl-alt-del.target
        if [ -n "$pin" ]; then
            secret=/var/lib/playing-hall-$role/service-pin
            mkdir -p "$root/var/lib/playing-hall-$role"
            as_owner "$root/var/lib/playing-hall-$role" \
                sh -euc 'umask 077; rm -f "$1"; cat >"$1"' keep "$root$secret" <"$pin"
            # Other options that somebody wrote there stay.
            grep -qs -e "--service-pin-file $secret" "$own/$role.conf" \
                || { options=$(sed -n 's/^HALL_OPTIONS=//p' "$own/$role.conf" 2>/dev/null || true)
                     say "HALL_OPTIONS=--service-pin-file $secret${options:+ $options}" >"$own/$role.conf"; }
        fi ;;
    esac
    # A machine has one screen: what was there before, of this role or another, makes way.
    case $role in terminal | kiosk | referee)
        for other in "$units"/playing-hall-terminal*.service "$units"/playing-hall-kiosk*.service \
            "$units"/playing-hall-referee*.service; do
            name=$(basename "$other" | sed 's/@\./@tty1./')
            [ "$name" != "$unit" ] || continue
            starts disable "$name"
            started=$(printf '%s\n' "$started" | grep -vx "$name" || true)
        done ;;
    esac
    starts enable "$unit"
}

rollback() {
    now=$(readlink "$base/current" || true)
    before=$(readlink "$base/previous" || true)
    [ -n "$before" ] && [ -e "$base/$before/.complete" ] \
        || fail "There is no version before ${now:-this}. Nothing was changed."
    pause
    point "$base/current" "$before"
    point "$base/previous" "$now"
    go_on
    say "Back at $before; the data are as they were. If it says that they are of a newer version, their"
    say "copies from before are hall.db.before-$now in /var/lib/playing-hall-*."
}

uninstall() {
    [ -e "$base" ] || fail "The playing hall is not installed here. Nothing was changed."
    started=$(running)
    [ -z "$started" ] || manager stop $started
    for unit in "$units"/playing-hall-*.service; do
        name=$(basename "$unit")
        [ ! -e "$unit" ] || starts disable "$(printf %s "$name" | sed 's/@\./@tty1./')"
    done
    [ ! -e "$root/etc/sysctl.d/90-playing-hall.conf" ] || starts unmask ctrl-alt-del.target
    rm -rf "$units"/playing-hall-* "$own" "$base" "$root/etc/sysusers.d/playing-hall.conf" \
        "$root/etc/issue.d/playing-hall.issue" "$root/etc/systemd/logind.conf.d/10-playing-hall.conf" "$root/etc/sysctl.d/90-playing-hall.conf"
    for program in $programs; do
        rm -f "$root/usr/local/bin/$program"
    done
    manager daemon-reload
    say "The playing hall is uninstalled. What it kept of tournaments is still in /var/lib/playing-hall-*;"
    say "nobody needs it here once a snapshot lies on two other disks."
}

case $what in
    install) install_hall ;;
    rollback) rollback ;;
    uninstall) uninstall ;;
    -h | --help | help) usage ;;
    *) usage >&2; exit 2 ;;
esac
