import TestSupport
import Testing

/// Tests of replies in JSON, as a driving program reads them.
struct MachineTests {
  /// The state of a session without a round.
  private static let noRound =
    #"""
    {"phase":"none","round":0,"player":{"kind":"script","agent":null,"look":null},"test":null,"board":null,"next":null,"pressed":0,"deadline":null,"commands":["start"]}
    """#

  /// Runs requests on a pipe and returns the objects.
  private func objects(_ lines: String..., options: [String] = []) -> [String] {
    let result = run(
      ["--machine=json"] + options, input: lines.map { $0 + "\n" }.joined())
    return result.output.split(separator: "\n").map(String.init)
  }

  /// Returns the object of a refused line in a session without a round.
  private func refusal(
    _ name: String, _ text: String, column: String = "null", identifier: String = "null"
  ) -> String {
    #"""
    {"id":\#(identifier),"ok":false,"text":"error: \#(text)","error":{"name":"\#(name)","text":"\#(text)","column":\#(column)},"facts":[],"state":\#(Self.noRound)}
    """#
  }

  @Test func `A reply has the text, the facts and what can be seen now`() {
    #expect(
      objects(#"{"id":7,"do":"start 4x3:4,1;1,2"}"#, "8 press 4 1", "press 4 3").joined(
        separator: "\n") == ##"""
          {"id":7,"ok":true,"text":"round 1: 2 numerals on 4x3, board 4x3:4,1;1,2\n     1  2  3  4\n  1  .  .  .  1\n  2  2  .  .  .\n  3  .  .  .  .","facts":[{"fact":"started","round":1}],"state":{"phase":"open","round":1,"player":{"kind":"script","agent":null,"look":null},"test":null,"board":{"h":4,"v":3,"rows":[[".",".",".","1"],["2",".",".","."],[".",".",".","."]]},"next":1,"pressed":0,"deadline":null,"commands":["press","hide","give-up","wait"]}}
          {"id":8,"ok":true,"text":"right: 1 of 2\n     1  2  3  4\n  1  .  .  .  .\n  2  #  .  .  .\n  3  .  .  .  .","facts":[{"fact":"pressed","h":4,"v":1,"right":true,"pressed":1},{"fact":"masked"}],"state":{"phase":"masked","round":1,"player":{"kind":"script","agent":null,"look":null},"test":null,"board":{"h":4,"v":3,"rows":[[".",".",".","."],["#",".",".","."],[".",".",".","."]]},"next":2,"pressed":1,"deadline":null,"commands":["press","give-up","wait"]}}
          {"id":null,"ok":true,"text":"wrong: nothing there, 2 came next\n     1  2  3  4\n  1  .  .  .  1\n  2  2  .  .  .\n  3  .  .  .  .","facts":[{"fact":"pressed","h":4,"v":3,"right":false,"pressed":1,"expected":2},{"fact":"ended","outcome":"failed"}],"state":{"phase":"over","round":1,"player":{"kind":"script","agent":null,"look":null},"test":null,"board":{"h":4,"v":3,"rows":[[".",".",".","1"],["2",".",".","."],[".",".",".","."]]},"next":null,"pressed":1,"deadline":null,"commands":["start","again"]}}
          """##)
  }

  @Test func `What is no request gets one error object, and the next line is performed`() {
    let sum = #"{"id":9,"ok":true,"text":"total: 3","facts":[],"state":\#(Self.noRound)}"#
    #expect(
      objects(
        #"{"id":1,"do""#, #"{"id":1,"do":"a"}"#, #"{"id":2,"version":2,"do":"sum 1 2"}"#,
        #"{"id":3,"do":"sum 1 2","then":4}"#, #"{"id":4,"do":["sum"]}"#, #"{"id":5}"#,
        #"{"id":6,"do":"sum 1 2\nsum 1 2"}"#, #"{"id":7,"do":" "}"#, "", "# no request",
        #"{"id":9,"do":"sum 1 2"}"#) == [
          refusal("not-json", #"not JSON: \":\" is expected at column 13"#, column: "13"),
          refusal(
            "unknown-command",
            #"unknown command \"a\" at column 1 (\"help\" lists the commands)"#, column: "1",
            identifier: "1"),
          refusal(
            "other-version", "the version 2 is unknown, this is version 1", identifier: "2"),
          refusal(
            "unknown-member", #"unknown member \"then\" (known: id, version, tokens, do)"#,
            identifier: "3"),
          refusal("bad-member", #"the member \"do\" must be a text"#, identifier: "4"),
          refusal("bad-member", #"the member \"do\" is missing"#, identifier: "5"),
          refusal("bad-member", #"the member \"do\" must be one line"#, identifier: "6"),
          refusal("no-command", "no command follows the number", identifier: "7"), sum,
        ])
  }

  @Test(arguments: ["1.5", "true", "[1]", #"{"a":1}"#, "9007199254740993"])
  func `An identifier that could come back changed is refused`(_ identifier: String) {
    #expect(
      objects(#"{"id":\#(identifier),"do":"sum 1 2"}"#) == [
        refusal("bad-member", #"the member \"id\" must be a text or an integer up to 2^53"#)
      ])
  }

  @Test(
    arguments: [
      #"{"id":"","do":"sum 1 2"}"#: #""""#, #"{"id":-3,"do":"sum 1 2"}"#: "-3",
      #"{"id":null,"do":"sum 1 2"}"#: "null", #"{"do":"sum 1 2"}"#: "null",
      #"{"id":"\"\u0000\n","do":"sum 1 2"}"#: #""\"\u0000\n""#, "007 sum 1 2": #""007""#,
      "99999999999999999999 sum 1 2": #""99999999999999999999""#,
    ])
  func `An identifier comes back as it came`(_ request: String, _ identifier: String) {
    #expect(
      objects(request) == [
        #"{"id":\#(identifier),"ok":true,"text":"total: 3","facts":[],"state":\#(Self.noRound)}"#
      ])
  }

  @Test func `A masked numeral of a range is not told as the next one`() {
    let masked = objects("start 4x3:3@4,1;5@1,2;9@2,2", "press 4 1")[1]
    #expect(masked.contains(#""next":null,"pressed":1"#))
    let counted = objects("start 4x3:4,1;1,2;2,2", "press 4 1")[1]
    #expect(counted.contains(#""next":2,"pressed":1"#))
  }

  @Test func `A silent test tells no outcome of a trial`() {
    let replies = objects("start plain count=3 size=4x3 trials=2 feedback=none seed=a", "press 2 1")
    #expect(
      replies.last == #"""
        {"id":null,"ok":true,"text":"over\nplain: trial 1 is over","facts":[{"fact":"pressed","h":2,"v":1},{"fact":"ended"}],"state":{"phase":"over","round":1,"player":{"kind":"script","agent":null,"look":null},"test":{"name":"plain","trial":1},"board":{"h":4,"v":3,"rows":[[".",".",".","."],[".",".",".","."],[".",".",".","."]]},"next":null,"pressed":0,"deadline":null,"commands":["wait","stop"]}}
        """#)
  }

  @Test func `The end of a rated trial is a fact after the answer, which is a command until then`()
    throws
  {
    let folder = TemporaryFolder(isInMemory: true)
    let study = folder.file(
      "a.study",
      """
      @ chimp-study 1
      name lab
      participants 9
      question age integer 1..9 "How old?"
      question sure integer 1..9 "How sure?" after=trial
      condition a count=1 size=1x1 trials=2
      """)
    let told = try objects(
      "study check \(study)", "enrol P1", "next", "answer 9", "next", "press 1 1",
      "answer 4", "wait 600", "give-up", "answer 5", options: ["--store", folder.path + "/store"]
    ).map { line in
      let parts = try #require(
        line.firstMatch(
          of: /"facts":(\[.*?\]),"state":{"phase":"(.*?)".*"pressed":(.),.*"commands":(.*)}}/))
      return "\(parts.output.1) \(parts.output.2) \(parts.output.3) \(parts.output.4)"
    }
    #expect(
      told.dropFirst(2).joined(separator: "\n") == #"""
        [] none 0 ["answer","next","start"]
        [] none 0 ["next","start"]
        [{"fact":"started","round":1}] open 0 ["press","hide","give-up","wait"]
        [{"fact":"pressed","h":1,"v":1}] over 0 ["answer","stop"]
        [{"fact":"ended","outcome":"passed"}] over 1 ["wait","stop"]
        [{"fact":"started","round":2}] open 0 ["press","hide","give-up","wait"]
        [] over 0 ["answer"]
        [{"fact":"ended","outcome":"gave-up"},{"fact":"test_ended","outcome":"complete"}] over 0 ["next","start","again"]
        """#)
  }

  /// Returns the facts of the last object.
  private func lastFacts(_ lines: String...) -> String? {
    let result = run(
      ["--machine=json", "--agent", "llama 3.1"], input: lines.map { $0 + "\n" }.joined())
    let last = result.output.split(separator: "\n").last ?? ""
    return last.firstMatch(of: /"facts":(\[.*?\])/).map { String($0.output.1) }
  }

  @Test(arguments: ["board", "presss 4 1", #"{"id":1,"#, "hide", "disable game"])
  func `The first request behind a look ends it, whatever it asks`(_ request: String) {
    #expect(
      lastFacts("set look withheld", "start 4x3:4,1;1,2", request)
        == #"[{"fact":"look_ended"},{"fact":"masked"}]"#)
  }

  @Test func `A look in the context goes on until a press`() {
    #expect(lastFacts("set look context", "start 4x3:4,1;1,2", "board") == "[]")
  }

  @Test func `A hold of virtual time ends with the look`() {
    let test = "start inoue-210 trials=1 seed=fig"
    #expect(
      lastFacts("set look withheld", test, "press 3 1")
        == #"[{"fact":"look_ended"},{"fact":"masked"},"#
        + #"{"fact":"pressed","h":3,"v":1,"right":false,"pressed":0,"expected":2},"#
        + #"{"fact":"ended","outcome":"failed","turns":1},"#
        + #"{"fact":"test_ended","outcome":"complete"}]"#)
  }

  @Test func `A look that time has ended within its own reply is followed by the delay, too`() {
    let replies = objects(
      "set look delay:1", "start inoue-210 trials=2 seed=fig", "sum 1 2", "give-up", "wait 1000",
      "press 1 1", "sum 1 2", "press 1 1", options: ["--agent", "llama 3.1"])
    #expect(replies[4].contains(#"{"fact":"started","round":2},{"fact":"masked"}"#))
    #expect(replies[5].contains(#""name":"press-is-delayed""#))
    #expect(replies[7].contains(#""facts":[{"fact":"pressed","h":1,"v":1"#))
  }

  @Test func `A trial of an agent ends with its requests and tokens, and no time`() {
    #expect(
      lastFacts(
        "start inoue-210 trials=1 seed=fig", #"{"do":"wait 300","tokens":4}"#, "sum 1 2",
        #"{"do":"press 3 1","tokens":5}"#)
        == #"[{"fact":"pressed","h":3,"v":1,"right":false,"pressed":0,"expected":2},"#
        + #"{"fact":"ended","outcome":"failed","turns":3,"tokens":9},"#
        + #"{"fact":"test_ended","outcome":"complete"}]"#)
  }

  @Test(arguments: ["-1", "1.5", "\"3\"", "null", "1000000001"])
  func `A number of tokens that can't be added up is refused`(_ tokens: String) {
    #expect(
      objects(#"{"tokens":\#(tokens),"do":"sum 1 2"}"#) == [
        refusal(
          "bad-member", #"the member \"tokens\" must be an integer from 0 to 1000000000"#)
      ])
  }

  @Test func `The option takes only json, and the schema is one line`() {
    #expect(
      run(["--machine=xml"]).diagnostics
        == "chimp: option \"--machine\": \"xml\" is not one of json\n")
    let schema = run(["--schema"]).output
    #expect(schema.split(separator: "\n").count == 1)
    #expect(schema.hasPrefix(#"{"$schema":"https://json-schema.org/draft/2020-12/schema","#))
  }
}
