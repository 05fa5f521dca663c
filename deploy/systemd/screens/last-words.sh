#!/bin/sh
# Runs after a screen has ended. Where a person has to mend something first, what that is stands above
# the login prompt that takes the screen's place, and in the journal. Usage: last-words.sh UNIT
set -eu
# /etc/issue.d has a link to it: the prompt looks nowhere else.
note=/run/playing-hall.issue
rm -f "$note"
[ "${EXIT_CODE:-}" = exited ] || exit 0
case ${EXIT_STATUS:-} in 1 | 2) ;; *) exit 0 ;; esac
said=$(cat "$RUNTIME_DIRECTORY/last-words" 2>/dev/null) || said="The program ended with a fault."
systemd-cat -p err -t playing-hall printf '%s\n' "$said" || true
{
    printf '\n%s\n\n' "$said"
    printf 'What was saved is safe. Log in; when it is mended: systemctl start %s\n\n' "$1"
} | sed 's/\\/\\\\/g' >"$note"
