#!/bin/sh
# The last process of a guest that is driven from outside: executes DIR/N.command, N = 1, 2, ..., and leaves its output in DIR/N.output
# and its exit code in DIR/N.code, which appears last.
directory=$1
number=1
: >"$directory/ready"
while :; do
  while [ ! -e "$directory/$number.command" ]; do sleep 0.1; done
  /bin/bash "$directory/$number.command" >"$directory/$number.output" 2>&1 </dev/null
  echo $? >"$directory/$number.part"
  mv "$directory/$number.part" "$directory/$number.code"
  number=$((number + 1))
done
