/// The list of all error messages, with which `transcript cover` finds those that no transcript
/// contains.
///
/// A test reads the refusals in the sources and fails if one of them is not here.
extension ScriptSessionMaker {
  /// The patterns of all error messages that a script can get, one for each sentence.
  var refusals: [String] {
    Self.sentences.split(separator: "\n").map { "error: \($0)" }
  }

  private static let sentences = #"""
    the quote at column {int} is not closed
    unknown escape "\{}" at column {int}
    unknown command "{}" at column {int}, did you mean "{}"?
    unknown command "{}" at column {int} ("help" lists the commands)
    {} needs more, for example "{}" ("help {}" explains it)
    {} is missing (usage: {})
    unexpected argument "{}" at column {int} (usage: {})
    {} must be a number: "{}" at column {int}
    {} must be from {int} to {int}: "{}" at column {int}
    {} must be {}: "{}" at column {int}
    unknown {} "{}" at column {int}, did you mean "{}{}"?
    unknown key "{}" at column {int} (known: {})
    key "{}" is given twice, again at column {int}
    type {}, for example {}
    numerals= takes a range such as 1..9, not "{}", at column {int}
    FILE is missing before --force, at column {int}
    no person who agreed to the consent page of a study has finished a trial of it{}
    a script gives the date: daily 2026-11-28
    a date is written like 2026-11-28, not "{}"
    no test has been played to its end yet
    file=FILE or picture=FILE must name the file to write, and only one of them
    the proof of "{}" is {}, not {}; {}
    {}:{int}: a game has "{}" here
    {} is played with {int} or {int} numerals, not with {int}, at column {int}
    span takes no {}=, only practice, until, trials, count, seed, limit, begin, feedback, at column {int}
    there is no test "{}" (inoue-masking, kawai, muramatsu, inoue-650, inoue-430, inoue-210, human-benchmark, zoo, monkey-ladder, span, adapt-span, adapt-hold, plain), at column {int}
    "{}" is neither a test nor a count, a hold or a participant, at column {int}
    "{}" and "{}" are different kinds of conditions, at column {int}
    "{}" appears twice: compare takes each condition once, at column {int}
    "{}" is a part of "{}", at column {int}
    no more than 6 conditions are compared, at column {int}
    numerals are from 0 to 999999: {int}, at column {int}
    the numerals {int}..{int} descend, at column {int}
    a seed needs at least 1 character, at column {int}
    a seed can't hold the character U+{int}, at column {int}
    hold= masks the numerals, mask=never does not, at column {int}
    until={} needs practice={int} or more, at column {int}
    until= takes a number such as 3 or a share such as 80%/10, not "{}", at column {int}
    no help about "{}", did you mean "{}"?
    no help about "{}" ("help" lists the commands)
    unknown setting "{}" (known: {})
    {} must be one of {}: "{}"
    can't use "{}" at column {int}: the files of a transcript are in a folder of its own (see --trust)
    the session is not being recorded
    "{}" can't run as a job
    no job {int}, no jobs are running
    {int} numerals do not fit on {int}x{int} ({int} squares)
    {int} numerals can't be drawn from {int}..{int} ({int} numerals)
    damaged identifier: expected "{}" at character {int}
    damaged identifier: a number begins with 0 at character {int}
    damaged identifier: the number at character {int} is too large
    damaged identifier: generator {int} at character {int} is unknown, this is generator 1
    damaged identifier: {int} columns: a board has from 1 to 99
    damaged identifier: {int} rows: a board has from 1 to 99
    damaged identifier: a board needs at least 1 numeral
    damaged identifier: the numerals do not ascend at {int}
    damaged identifier: square {int} {int} is taken twice
    damaged identifier: column {int} is not on the board (columns 1 to {int})
    damaged identifier: row {int} is not on the board (rows 1 to {int})
    no round yet ("menu" shows the tests, "start 5 8 5" begins a round)
    the round is over
    square {int} {int} has been pressed already
    the numerals are already hidden
    column {int} is not on the board (columns 1 to {int})
    row {int} is not on the board (rows 1 to {int})
    square {int} {int} is given twice
    there is no round {int} ("rounds" lists them)
    round {int} is still running
    no round was interrupted
    no trial is waiting to begin
    a test is running ("stop" ends it)
    this test shows no results before its end (feedback= in "help tests")
    the outcome of the trial is shown after the answer to its question
    no test is running ("menu" lists them)
    no change leads from "{}" to "{}"
    there is no terminal to measure
    nothing that is enabled accepts a touch now ("tree" shows what is enabled)
    nothing that is enabled accepts a swipe now ("tree" shows what is enabled)
    {} must be from {int} to {int}: "{}"
    a participant's code has 1 to 32 letters (a to z, A to Z), digits and "-"
    a seed has at most {int} bytes
    the root "{}" can't be disabled
    no object is called "{}"
    "{}" gets no events now
    the mode "{}" can't be enabled or disabled, only changed to
    wrong parameters for "touch": [{int}]
    row {int} is not in the list (rows 0 to {int})
    row {int} is not in the list, which is empty
    "{}" is not observed
    option "{}" is given twice
    the sum of {int} and {int} is too large
    the sum of -{int} and -{int} is too small
    there is no news item "{}"
    "{}" is short for 2 news items: {}, {}
    "{}" is short for {int} news items: {}, {} and others
    nothing to change (title=, body=, image= or order= is missing)
    a title needs at least 1 character
    nothing is removed: "news clear --yes" removes all news
    this session has no store file (--store FILE gives it one)
    the name of the file is missing
    "{}" ends neither in .csv nor in .jsonl (format= names the format)
    can't open '{}': {}
    there is no study in "{}"
    {}:{int}: expected {} at byte {int}
    {}:{int}: a study begins with "@ chimp-study 1", at column 1
    "{}" exists already
    "{}" exists already: move or delete it, as no list is replaced
    "{}" is a study file and stays as it is: FILE is the text to write, about the study that was checked last
    no study yet ("study check FILE" reads one)
    {} is enrolled already: order {int} of {int}
    {} is not enrolled ("enrol {}", or "next CODE" for someone who is)
    the study has no group "{}", only {}, {}
    the study has no groups
    stations= is missing: the number of stations, such as stations=4
    {int} stations are too many for {int} participants, at column {int}
    {} has neither groups nor order latin: nothing to split
    the study {} has one participant, and power takes two or more
    by=list says where order= or group= come from, and needs one of them
    the study has no order {int}, only {int} orders, at column {int}
    {} has done all {int} blocks
    nothing has been asked
    "{}" is neither "{}" nor "no"
    a participant with the code {} has withdrawn: use another code
    no participant has the code {}
    a round is in progress here, or {} is playing in another program: end that first
    "{}" exists already (--force replaces it)
    an address of a server is written like {}
    a password in the address would be seen by everybody on this machine: put it into ~/.pgpass
    latency= and trim= exclude each other, at column {int}
    latency must be two times in ms, such as 200..2000, not "{}", at column {int}
    trim must be a number of standard deviations from 0.1 to 10, such as 2.5, not "{}", at column {int}
    "{}" is neither a number nor a test: type start 5 8 5, or menu for the tests{}
    no timed looks with a spoken board: hearing the numerals takes longer{}
    picture=FILE or cast=FILE must name the file to write, and only one of them{}
    still= needs picture=FILE{}
    still must be look, mask, press-N or end, not "{}"{}
    nothing was masked in round {int}
    round {int} has {}
    --force needs picture=FILE{}
    spread must be fit or a number from 0.01 to 100, not "{}"{}
    nothing to fit: no trial of {} counts
    the same people play all tests, so there is one capacity={}
    {} can't be compared with itself{}
    two groups need two capacities: capacity=6.5,1 capacity=7,1 (or name the tests that the same people play){}
    one chimpanzee is no population, and what is published of Ayumu, about 80 and 79 % at 650 and 210 ms, tells no number: capacity=5.2 tau=40 is as good as capacity=50 tau=300{}
    spread has names and numbers of 0..3, as tau:0.3,slips:0.5, of {}, each once, not "{}"{}
    {} stands for everyone without a code, so no one can withdraw as {}
    nothing was erased ("withdraw {} --force" does not ask)
    {} is a code of simulated participants: take another code
    {} stands for everyone without a code: take another code
    {} differs from {} only in capitals, and {} is enrolled: take another code
    no block of {} was interrupted: "next {}" goes on
    no study has the condition "{}", only {}
    {} has no fixed number of trials of one size{}
    the participants of seed {} are already in the store: choose another seed={}
    capacity= is there {} times: once for all, or once for each group{}
    an agent has a name and a version, such as "llama 3.1", at most 100 ASCII characters
    look must be context, withheld or delay:N, N from 1 to 1000: "{}"
    who plays is declared before the first round of a session
    {} must come before a press (look=delay)
    """#
}
