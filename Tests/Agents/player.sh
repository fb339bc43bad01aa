#!/bin/sh
# A player in awk, written from the article Agents alone: it plays tests with and without a limited
# look to their ends, and tells each look.
set -eu
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
mkfifo "$folder/requests" "$folder/replies"
for look in context withheld delay:2; do
  "${CHIMP:-chimp}" --machine=json --no-config --agent "awk-player 1" \
    > "$folder/replies" < "$folder/requests" &
  awk -v requests="$folder/requests" -v look="$look" '
    # Sends a command and reads lines up to the reply, behind events.
    function ask(command) {
      printf "{\"id\":%d,\"do\":\"%s\",\"tokens\":3}\n", ++number, command > requests
      fflush(requests)
      do reply = next_line()
      while (index(reply, "{\"id\":" number ",") != 1)
      if (reply !~ /^[^,]*,"ok":true/) fail()
    }
    # The next line of the program; some awks would wait for more than one.
    function next_line(line) {
      if ((reader | getline line) < 1) fail()
      close(reader)
      return line
    }
    function fail() {
      print "refused: " reply > "/dev/stderr"
      exit 1
    }
    # The text behind a name of the state.
    function member(name, text) {
      text = substr(reply, index(reply, "\"state\":"))
      text = substr(text, index(text, "\"" name "\":") + length(name) + 3)
      sub(/[,}].*/, "", text)
      gsub(/"/, "", text)
      return text
    }
    # Remembers the cell of each numeral in `rows`.
    function see(text, rows, count, cells, width, v, h) {
      split("", cell)
      most = 0
      text = reply
      sub(/.*"rows":\[\[/, "", text)
      sub(/\]\].*/, "", text)
      count = split(text, rows, /\],\[/)
      for (v = 1; v <= count; v++) {
        width = split(rows[v], cells, ",")
        for (h = 1; h <= width; h++) {
          gsub(/"/, "", cells[h])
          if (cells[h] ~ /^[0-9]+$/) {
            cell[cells[h] + 0] = h " " v
            if (cells[h] + 0 > most) most = cells[h] + 0
          }
        }
      }
    }
    function play(line, name, trials, phase, due, other) {
      ask(line)
      while (member("test") != "null") {
        phase = member("phase")
        if (phase == "over" || phase == "waiting") {
          ask("wait 100")
          continue
        }
        if (phase != "open" && phase != "look") fail()
        see()
        if (phase == "look" && look == "context") ask("wait " member("deadline"))
        for (other = look; other ~ /^delay:[1-9]/; other = "delay:" substr(other, 7) - 1)
          ask("sum 1 1")
        for (due = 0; due <= most; due++) if (due in cell) ask("press " cell[due])
        if (reply !~ /"fact":"ended","outcome":"passed","turns":[0-9]+,"tokens":[0-9]+/) fail()
        trials++
      }
      if (reply !~ /"fact":"test_ended","outcome":"complete"/) fail()
      print "a player in awk passed " trials " trials of " name ", look=" look
    }
    BEGIN {
      reader = "IFS= read -r line <&3 && printf \"%s\\n\" \"$line\""
      ask("set look " look)
      play("start inoue-210 trials=20 seed=awk", "inoue-210")
      play("start kawai trials=20 count=4 seed=awk", "kawai")
      close(requests)
    }' 3< "$folder/replies"
  wait "$!"
done
