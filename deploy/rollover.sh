#!/bin/sh
# Updates the instances of thimble@.service, one after the other: `make rollover`, as root.
# INSTANCES are their names, and CLONES is how the path of each clone begins.
set -eu

update() {
    systemctl stop "thimble@$1" && # if it answers, it hands over first
        cd "$CLONES$1" &&
        git pull --ff-only --quiet &&
        .venv/bin/pip install --quiet --disable-pip-version-check --require-hashes $requirements &&
        { .venv/bin/python -m engine.native || true; } && # without a compiler it says so, and the bot thinks in Python
        systemctl start "thimble@$1" # returns once it could take over at any moment
}

requirements=''
for each in base $EXTRAS; do
    requirements="$requirements -r requirements/$each.txt"
done
for each in $INSTANCES; do
    others=''
    for other in $INSTANCES; do
        [ "$other" = "$each" ] || others="$others thimble@$other"
    done
    [ "$others" ] || { echo "INSTANCES must name two at least: one answers, the others wait." >&2; exit 1; }
    systemctl start $others # they may run already
    (update "$each") || {
        echo "thimble@$each could not be updated and does not run; meanwhile, the others answer." >&2
        exit 1
    }
    echo "thimble@$each is up to date."
done
