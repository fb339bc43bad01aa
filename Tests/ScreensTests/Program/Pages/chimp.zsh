#compdef chimp
_chimp_commands() {
  local -a entries=(
    'start:start a test, or a round of COUNT numerals on H columns and V rows'
    'press:press the square in column H and row V, or several in turn'
    'adapt:measure a span or a hold\: the results so far choose the next trial'
    'board:show the board as it stands'
    'round:show the round, or round N, with its times and presses'
    'hide:mask the numerals now'
    'identifier:print the board'\''s identifiers'
    'again:start a round on the same board, with the same rule'
    'give-up:end the round and show the solution'
    'resume:continue the round or the test that was interrupted'
    'begin:begin the trial that is waiting; an empty line does the same'
    'stop:stop a test before its end; its trials are kept'
    'rounds:list the newest rounds, or all'
    'replay:replay a round, and say whether its outcome is the same'
    'mode:show the mode, or change to another one'
    'menu:choose a test'
    'age:set or show the age of the participant'
    'coin:insert a coin, as in an arcade; start works without one'
    'touch:send a touch on the cell in column H and row V down the tree'
    'swipe:turn the page in attract, or choose the test in credit'
    'accelerate:make the demonstration faster (right, up) or slower (left, down)'
    'wait:let time pass'
    'tree:draw the event tree\: what is enabled, and how far each sequence is'
    'enable:let an object of the tree receive events again'
    'disable:stop the events to an object of the tree, and to all below it'
    'send:send an event to an object of the tree and all below it'
    'list:show the label and all rows (from 0), or replace all rows'
    'add:add a row at the end'
    'insert:insert a row before another'
    'replace:change the text of a row'
    'remove:remove a row'
    'move:move a row to another place'
    'select:show the text of a row in the label'
    'label:show the label, or change its text'
    'observe:print the changes of a key as they are notified'
    'unobserve:end the newest observation of a key'
    'observers:list the keys that are observed'
    'news:show the news, or add, show, edit, move or remove an item'
    'study:check a study file, and show how far its participants have come'
    'enrol:enrol a participant in the study'
    'next:begin or continue the next block of the study'
    'answer:answer a question of the study, or agree to its page'
    'merge:add the participants and trials of a study from another store'
    'withdraw:erase a participant who has withdrawn'
    'check-store:look for damage in the store'
    'backup:copy the store as it is now to a file'
    'export:write the trials and their presses to files for other programs'
    'import:read exported trials and presses into the store'
    'recover:write what is left of a damaged store to a new file'
    'summary:summarize all trials\: accuracy, chance, times'
    'compare:compare tests, holds, counts or participants'
    'learning:show how participants improve from session to session'
    'results:list the tests with their scores, and the best ones so far'
    'plot:draw accuracy, positions, times, learning, spans or holds'
    'fit:find the memory that explains a participant'\''s trials best'
    'report:write all statistics of the trials to an HTML page'
    'power:simulate how often a difference would be found\: of two groups, or of conditions'
    'recovery:check whether a fit recovers the numbers behind a simulation'
    'simulate:simulate N participants who play a test or a study'
    'sum:add two numbers, or show the last total'
    'timing:measure how well this terminal keeps time'
    'help:list the main commands, or explain one, a group or a test'
    'history:list the lines entered so far, each one once'
    'source:run the commands of a file'
    'record:record the session as a transcript'
    'set:show the settings, or change one'
    'status:tell the state of the store, and of the jobs'
    'jobs:list the jobs\: commands that run in the background'
    'cancel:cancel a job'
    'foreground:wait for a job, and show its progress'
    'version:show the version of the program'
    'quit:end the session')
  _describe command entries
}
_chimp_verbs() {
  local -a entries=(
    'check:run transcripts and tell what differs'
    'diff:tell what a bless would change, as a unified difference'
    'bless:take over what came, and nothing that did not run'
    'record:answer the lines of the input and write them down'
    'replay:play a session to a line and hand it over'
    'audit:tell what transcripts would not notice'
    'shrink:tell the shortest session that still fails'
    'cover:tell commands and refusals that no transcript has')
  _describe verb entries
}
_chimp_first() {
  local -a entries=(transcript)
  _describe tool entries
  _files
}
_chimp() {
  if [[ $words[2] == transcript ]]; then
    if ((CURRENT == 3)); then _chimp_verbs; else _files; fi
    return
  fi
  _arguments -S \
    '*-c[run the command, and read no standard input]:COMMAND:_chimp_commands' \
    '--seed[draw the boards from this text]:TEXT: ' \
    '--store[keep the records in this file, or with "\:memory\:" in memory (default\: on a terminal, with -c too, $XDG_DATA_HOME/chimp/chimp.sqlite; of a FILE or a pipe, memory)]:PATH:_files' \
    '--participant[the code of the participant]:CODE: ' \
    '--player[who plays\: person or script, which no figure about people contains (default\: person at a terminal, script anywhere else and with --machine)]:WHO:(person script)' \
    '--closed[lead this participant of the study through a closed session\: no command line, and the program ends with it]:CODE: ' \
    '--echo[show each line before its reply]' \
    '--bail[end at the first refused command]' \
    '--machine[frame replies for a driving program; bare numbers are then not presses]' \
    '--restricted[a bounded session for strangers\: no command reaches a file or the rounds of others]' \
    '--no-config[do not run the commands of chimprc first]' \
    '--clock[real or virtual (default\: real on a terminal)]:KIND:(real virtual)' \
    '--color[auto, always or never]:WHEN:(auto always never)' \
    '--board[on a terminal\: live, plain (ASCII only) or line (default\: live); anywhere\: spoken, in words]:STYLE:(live plain line spoken)' \
    '--language[speak en or ja (default\: that of the locale on a terminal, otherwise en)]:LANG:(en ja)' \
    '--man[print the manual page]' \
    '--completion[print the completion for bash, zsh or fish]:SHELL:(bash zsh fish)' \
    '--version[print the version]' \
    '--help[print this]' \
    '1:FILE:_chimp_first' '*:FILE:_files'
}
if [[ $funcstack[1] == _chimp ]]; then _chimp "$@"; else compdef _chimp chimp; fi
