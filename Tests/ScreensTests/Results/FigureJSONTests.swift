import Archive
import ChimpSystem
import Game
import SampleData
import Science
@testable import Screens
@testable import Statistics
import Testing

/// The figures as JSON, compared as complete texts.
struct FigureJSONTests {
  @Test func `Values are written on one line, in their order`() {
    let value: JSONValue = [
      "b": 1, "a": .list([.null, .bool(true), .bool(false)]), "text": "a \"b\"\n\u{202e}日本",
      "numbers": .list([
        .integer(-5), .number(0.1 + 0.2), .number(1e-7), .number(5), .number(.nan),
        .number(.infinity),
      ]), "none": [:],
    ]
    #expect(
      value.line
        == #"{"b":1,"a":[null,true,false],"text":"a \"b\"\n\u202e日本","#
        + #""numbers":[-5,0.30000000000000004,1e-07,5.0,null,null],"none":{}}"#)
    #expect(JSONValue(nil as Double?) == .null)
    #expect(JSONValue(nil as Int?) == .null)
    #expect(JSONValue(nil as String?) == .null)
  }

  @Test func `Without trials lists are empty, and the first reason of each trial is counted`() {
    var exclusions = Exclusions()
    exclusions.add([.practice, .virtualClock], count: 2)
    let counts =
      included + #""left_out":{"trials":2,"no_test":0,"not_over":0,"practice":0,"simulated":0,"#
      + #""virtual_clock":2,"resumed":0,"hold_missed":0,"several_presses":0,"damaged":0,"#
      + #""forgotten":0,"stale":0,"scripts":0,"look_ended":0,"agents":0}}"#
    #expect(
      SurveyReport(figures(SummaryTally(), []), exclusions).json.line
        == #"{"figures":"summary","format":3,"# + query
        + #""grouping":null,"tests":[],"# + counts)
    #expect(
      SurveyReport(figures(LearningTally(), []), exclusions).json.line
        == #"{"figures":"learning","format":3,"# + query + #""tests":[],"# + counts)
    #expect(
      SurveyReport(figures(ResultsTally(), []), exclusions).json.line
        == #"{"figures":"results","format":3,"# + query
        + #""tests":[],"older":0,"agents":[],"# + counts)
  }

  @Test func `A summary has every figure, and null for what can't be computed`() {
    let trials = [
      trial([500, 300, 300, 300, 320]), trial([600], isPassed: false, board: 1, session: 2),
    ]
    #expect(
      SurveyReport(figures(SummaryTally(by: .count), trials)).json.line
        == #"{"figures":"summary","format":3,"# + query
        + #""grouping":"count","tests":[{"test":"inoue-210","study":null,"#
        + #""study_hash":null,"condition":null,"settings":null,"participants":1,"#
        + #""passes":{"passed":1,"trials":2,"participants":null,"value":0.5,"#
        + #""lower":0.0945312057342308,"upper":0.9054687942657692},"guessing":{"#
        + #""numerals":5,"guessed":5,"value":0.008333333333333333,"#
        + #""mean_right":0.2833333333333334,"fewest_above":1,"#
        + #""p":0.01659722222222222},"right":{"value":3.0,"lower":null,"#
        + #""upper":null},"right_share":{"value":0.6,"lower":null,"upper":null},"#
        + #""edit_distance":null,"test_count":2,"open_test_count":0,"level":null,"#
        + #""levels":[],"passes_elsewhere":{"passed":1,"trials":2,"#
        + #""participants":null,"value":0.5,"lower":0.0945312057342308,"#
        + #""upper":0.9054687942657692},"positions":[{"position":1,"right":2,"#
        + #""reached":2,"participants":null,"value":1.0,"#
        + #""lower":0.3423802275066532,"upper":1.0,"chance":0.2,"time":{"#
        + #""presses":2,"participants":null,"unknown":0,"impossible":0,"#
        + #""value":547.722557505166,"lower":null,"upper":null}},{"position":2,"#
        + #""right":1,"reached":2,"participants":null,"value":0.5,"#
        + #""lower":0.0945312057342308,"upper":0.9054687942657692,"chance":0.25,"#
        + #""time":{"presses":1,"participants":null,"unknown":0,"impossible":0,"#
        + #""value":299.99999999999994,"lower":null,"upper":null}},{"position":3,"#
        + #""right":1,"reached":1,"participants":null,"value":1.0,"#
        + #""lower":0.20654931437723745,"upper":1.0,"chance":0.3333333333333333,"#
        + #""time":{"presses":1,"participants":null,"unknown":0,"impossible":0,"#
        + #""value":299.99999999999994,"lower":null,"upper":null}},{"position":4,"#
        + #""right":1,"reached":1,"participants":null,"value":1.0,"#
        + #""lower":0.20654931437723745,"upper":1.0,"chance":0.5,"time":{"#
        + #""presses":1,"participants":null,"unknown":0,"impossible":0,"#
        + #""value":299.99999999999994,"lower":null,"upper":null}},{"position":5,"#
        + #""right":1,"reached":1,"participants":null,"value":1.0,"#
        + #""lower":0.20654931437723745,"upper":1.0,"chance":1.0,"time":{"#
        + #""presses":1,"participants":null,"unknown":0,"impossible":0,"#
        + #""value":319.99999999999994,"lower":null,"upper":null}}],"#
        + #""first_press_since":"mask","first_press":{"presses":2,"#
        + #""participants":null,"unknown":0,"impossible":0,"#
        + #""value":547.722557505166,"lower":null,"upper":null},"later_presses":{"#
        + #""presses":4,"participants":null,"unknown":0,"impossible":0,"#
        + #""value":304.8796488927688,"lower":289.6199396155259,"#
        + #""upper":320.943373002468},"trimmed":null,"groups":[{"count":5,"#
        + #""passed":1,"trials":2,"participants":null,"value":0.5,"#
        + #""lower":0.0945312057342308,"upper":0.9054687942657692,"#
        + #""chance":0.008333333333333333}],"sessions":[{"session":1,"passed":1,"#
        + #""trials":1,"participants":null,"value":1.0,"#
        + #""lower":0.20654931437723745,"upper":1.0},{"session":2,"passed":0,"#
        + #""trials":1,"participants":null,"value":0.0,"lower":0.0,"#
        + #""upper":0.7934506856227626}],"learning":null,"adapted":[],"slope":null,"#
        + #""threshold":null}]"#
        + noneExcluded)
  }

  @Test func `Trials whose look the participant ended are counted apart`() {
    let whole = trial([500])
    var values = whole.values
    values.measures.lookEnded = 1
    let ended = ReadTrial(
      participant: "P07", session: 1, exclusions: [], presses: whole.presses, values: values)
    let line = SurveyReport(figures(SummaryTally(), [whole, ended])).json.line
    let heads = line.matches(of: /"settings":null,(.*?)"participants":1,"passes":/)
    #expect(heads.map { String($0.output.1) } == ["", #""look_ended":true,"#])
  }

  @Test func `Groups by hold have null for no hold, and the hold for half`() {
    let trials = [("inoue-masking", 1), ("inoue-210", 1), ("inoue-430", 2), ("inoue-650", 3)]
      .flatMap { name, passedCount in
        (0..<4).map { trial([], in: name, isPassed: $0 < passedCount, board: $0) }
      }
    let line = SurveyReport(figures(SummaryTally(by: .hold), trials)).json.line
    let groups = line.split(separator: ",\"groups\":", maxSplits: 1).last.map(String.init)
    #expect(
      groups
        == #"[{"hold":null,"look_ended":false,"passed":1,"trials":4,"#
        + #""participants":null,"value":0.25,"lower":0.0455872608097006,"#
        + #""upper":0.699358157417598,"chance":0.041666666666666664},{"hold":210,"#
        + #""look_ended":false,"passed":1,"trials":4,"participants":null,"#
        + #""value":0.25,"lower":0.0455872608097006,"upper":0.699358157417598,"#
        + #""chance":0.008333333333333333},{"hold":430,"look_ended":false,"#
        + #""passed":2,"trials":4,"participants":null,"value":0.5,"#
        + #""lower":0.15003898915214958,"upper":0.8499610108478504,"#
        + #""chance":0.008333333333333333},{"hold":650,"look_ended":false,"#
        + #""passed":3,"trials":4,"participants":null,"value":0.75,"#
        + #""lower":0.300641842582402,"upper":0.9544127391902995,"#
        + #""chance":0.008333333333333333}],"sessions":[{"session":1,"passed":7,"#
        + #""trials":16,"participants":null,"value":0.4375,"#
        + #""lower":0.23098652405492356,"upper":0.668214436011881}],"#
        + #""learning":null,"adapted":[],"slope":null,"threshold":{"value":391.8507317845133,"#
        + #""lower":202.89032930576502,"upper":756.7980027705323,"#
        + #""guess":0.008333333333333333,"lapse":0.020000000000000018,"#
        + #""curve":"trials"}}]"#
        + noneExcluded)
  }

  @Test func `A comparison has each pair with its tests`() {
    let words = ["210", "650"].compactMap { TrialCondition($0, isCode: false) }
    let trials = (0..<3).flatMap { board in
      [
        trial([500 + 10 * board], in: "inoue-650", board: board),
        trial([400, 300], isPassed: board == 0, board: board),
      ]
    }
    #expect(
      SurveyReport(figures(ComparisonTally(words), trials)).json.line
        == #"{"figures":"compare","format":3,"# + query
        + #""kind":"test","conditions":[{"condition":"210","passed":1,"trials":3,"#
        + #""participants":null,"value":0.3333333333333333,"#
        + #""lower":0.06149194472039621,"upper":0.7923403991979522},{"#
        + #""condition":"650","passed":3,"trials":3,"participants":null,"#
        + #""value":1.0,"lower":0.4385029682449546,"upper":1.0}],"pairs":[{"#
        + #""first":"650","second":"210","boards":{"boards":3,"participants":1,"#
        + #""both":1,"only_first":2,"only_second":0,"neither":0,"#
        + #""mcnemar_p":0.5000000000000001,"mcnemar_holm_p":null,"#
        + #""mcnemar_mid_p":0.2500000000000001,"mcnemar_mid_holm_p":null},"#
        + #""difference":{"value":0.6666666666666667,"lower":-0.05856874558467462,"#
        + #""upper":0.9385080552796039},"differences":[{"measure":"first_press","#
        + #""unit":"boards","paired":true,"count":3,"value":1.2748365803622195,"#
        + #""lower":1.2142206022634152,"upper":1.3384786122061385,"#
        + #""t":21.44613587452171,"df":2.0,"p":0.0021671468267743803,"#
        + #""holm_p":null,"d_z":{"value":12.381932320232398,"#
        + #""lower":1.8879555370502015,"upper":23.825943792319617},"#
        + #""g":6.985757239268421,"wilcoxon_p":0.25,"wilcoxon_holm_p":null},{"#
        + #""measure":"later_presses","unit":"trials","paired":false,"count":null,"#
        + #""value":null,"lower":null,"upper":null,"t":null,"df":null,"p":null,"#
        + #""holm_p":null,"d_z":null,"g":null,"wilcoxon_p":null,"#
        + #""wilcoxon_holm_p":null}],"regression":null,"mixed_onsets":false,"adapted":[]}],"#
        + #""family":null,"#
        + #""trimmed":null,"trial_limit":null"#
        + noneExcluded)
  }

  @Test(arguments: [
    (LatencyTrim.deviations(2.5), #"{"sd":2.5}"#),
    (.range(200...2_000), #"{"latency":[200.0,2000.0]}"#),
  ])
  func `The contrasts of a study name the data that all of them have`(
    trim: LatencyTrim, json: String
  ) {
    let family = ContrastFamily(
      study: "lab", kind: .group, contrastCount: 3, isComplete: true,
      data: DataOptions(included: [.practice, .script], appliesRules: false, trim: trim))
    #expect(
      SurveyReport(Comparison(kind: .group, conditions: [], pairs: [], family: family)).json.line
        == #"{"figures":"compare","format":3,"# + query
        + #""kind":"group","conditions":[],"pairs":[],"family":{"study":"lab","kind":"group","#
        + #""contrasts":3,"complete":true,"data":{"include":["practice","scripts"],"#
        + #""exclusions":false,"trim":"# + json + #"}},"trimmed":null,"trial_limit":null"#
        + noneExcluded)
  }

  @Test func `Learning has the sessions of each participant and of all`() {
    let trials = [(1, false), (1, true), (2, true), (2, false), (3, true)].map {
      trial([500], isPassed: $1, session: $0)
    }
    #expect(
      SurveyReport(figures(LearningTally(), trials)).json.line
        == #"{"figures":"learning","format":3,"# + query
        + #""tests":[{"test":"inoue-210","#
        + #""study":null,"study_hash":null,"condition":null,"settings":null,"participants":[{"#
        + #""participant":"P07","sessions":[{"session":1,"passed":1,"trials":2,"#
        + #""participants":null,"value":0.5,"lower":0.0945312057342308,"#
        + #""upper":0.9054687942657692},{"session":2,"passed":1,"trials":2,"#
        + #""participants":null,"value":0.5,"lower":0.0945312057342308,"#
        + #""upper":0.9054687942657692},{"session":3,"passed":1,"trials":1,"#
        + #""participants":null,"value":1.0,"lower":0.20654931437723745,"upper":1.0}],"#
        + #""learning":{"method":"logistic","odds_ratio":{"value":2.6890953236376594,"#
        + #""lower":0.17091544871054834,"upper":42.30883582593105}}}],"all":{"sessions":[{"#
        + #""session":1,"passed":1,"trials":2,"participants":null,"value":0.5,"#
        + #""lower":0.0945312057342308,"upper":0.9054687942657692},{"session":2,"passed":1,"#
        + #""trials":2,"participants":null,"value":0.5,"lower":0.0945312057342308,"#
        + #""upper":0.9054687942657692},{"session":3,"passed":1,"trials":1,"#
        + #""participants":null,"value":1.0,"lower":0.20654931437723745,"upper":1.0}],"#
        + #""learning":{"method":"logistic","odds_ratio":{"value":2.6890953236376594,"#
        + #""lower":0.17091544871054834,"upper":42.30883582593105}}},"adapted":[]}]"# + noneExcluded
    )
  }

  @Test func `Results have each test with its best`() {
    let trials = [
      trial([500], of: "", session: 1),
      trial([500], in: "adapt-span", session: 2, estimate: "7.1250"),
    ]
    let results = figures(ResultsTally(), trials)
    #expect(
      SurveyReport(results.newest(1)).json.line
        == #"{"figures":"results","format":3,"# + query
        + #""tests":[{"test":"adapt-span","#
        + #""study":null,"study_hash":null,"condition":null,"settings":null,"#
        + #""participant":"P07","session":2,"date":"2026-11-22T13:04:53.503Z","#
        + #""complete":true,"passes":{"passed":1,"trials":1,"participants":null,"value":1.0,"#
        + #""lower":0.20654931437723745,"upper":1.0},"level":5,"estimate":7.125,"sd":0.5,"#
        + #""lower":null,"upper":null,"outside":null,"#
        + #""best":{"passed":1,"trials":1,"level":5}}],"older":1,"agents":[]"# + noneExcluded)
  }

  private static let query =
    #""query":{"participant":null,"tests":[],"study":null,"condition":null,"group":null,"#
    + #""include":[],"exclusions":true},"#

  private static let included =
    #""included":{"practice":0,"simulated":0,"virtual_clock":0,"resumed":0,"hold_missed":0,"#
    + #""stale":0,"scripts":0,"agents":0,"simulated_participants":0,"other_texts":[]},"#

  private var query: String { Self.query }
  private var included: String { Self.included }

  private let noneExcluded =
    "," + Self.included
    + #""left_out":{"trials":0,"no_test":0,"not_over":0,"practice":0,"simulated":0,"#
    + #""virtual_clock":0,"resumed":0,"hold_missed":0,"several_presses":0,"damaged":0,"#
    + #""forgotten":0,"stale":0,"scripts":0,"look_ended":0,"agents":0}}"#
}
