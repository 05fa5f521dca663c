#!/bin/sh
# Opens the window of a screen and runs one program in it, over the whole screen. Ends as the program
# does. Usage: window.sh PROGRAM [ARGUMENT...]
# cage is a child of this: as the unit's own process it would, where it cannot open the screen, wait
# for ever for the keeper of its session, which waits for it.
set -u
opened=$RUNTIME_DIRECTORY/window
for _ in 1 2 3 4 5 6 7 8 9 10; do
    rm -f "$opened"
    /usr/bin/cage -d -- /bin/sh -c ': >"$0"; exec "$@"' "$opened" \
        /usr/bin/foot --config=/etc/playing-hall/foot.ini -- \
        /bin/sh -c 'trap "" INT QUIT; exec "$0" "$@"' "$@" &
    cage=$!
    # The session has a group of its own: the unit that is stopped reaches nothing but this.
    trap 'kill $cage' TERM
    wait $cage
    code=$?
    while kill -0 $cage 2>/dev/null; do
        wait $cage
        code=$?
    done
    [ ! -e "$opened" ] || exit $code
    # The screen may be on its way: its driver is loaded while the machine starts.
    sleep 1
done
cat >"$RUNTIME_DIRECTORY/last-words" <<'END'
No window can be opened on this screen; why: journalctl -b -t playing-hall
The bare console needs none: install from the stick again, with --screen console.
END
exit 1
