import ChimpSystem
import Records
@testable import Screens
import TestSupport
import Testing

/// Tests that a contrast has the same p-values by each command that tells it.
struct SameProbabilityTests {
  private let folder = TemporaryFolder(isInMemory: true)
  private var path: String { folder.path + "/store" }

  /// Runs a line on the store and returns the lines of the reply.
  private func chimp(_ line: String) -> [String] {
    run(["--store", path, "-c", line]) { $0.configureStore = { $0.reserve = 0 } }.output
      .split(separator: "\n").map(String.init)
  }

  /// Stores a study of three conditions and two groups, played by simulated participants.
  ///
  /// They are too few for regressions, which take longer than all else.
  private func simulate(primary: String = "") {
    let file = folder.file(
      "lab.study",
      """
      @ chimp-study 1
      name lab
      participants 30
      groups stress control
      condition short plain hold=300 count=5 trials=6
      condition mid plain hold=400 count=5 trials=6
      condition long plain hold=500 count=5 trials=6
      \(primary)
      """)
    _ = chimp("simulate 4 study=\(file) seed=apple")
  }

  /// The p-values of a contrast's measure as texts: p, and Holm's.
  private typealias Found = [String: [String]]

  /// Returns the pair with its names in the order of the alphabet.
  private func key(_ pair: some StringProtocol, _ measure: some StringProtocol) -> String {
    let names = pair.split(separator: " - ").sorted().joined(separator: " - ")
    return "\(names), \(measure)"
  }

  /// Returns the p-values of the t tests in a reply of `compare`.
  private func read(reply lines: [String]) -> Found {
    var found: Found = [:]
    var pair: Substring = ""
    for line in lines {
      if line.contains(" - "), line.hasSuffix(":") { pair = line.dropLast() }
      guard let start = line.firstRange(of: "p < 0.0001") ?? line.firstRange(of: "p = "),
        let measure = ["accuracy", "first press", "later presses"].first(where: line.hasPrefix)
      else { continue }
      let rest = line[start.lowerBound...].dropFirst(2)
      let parts = rest.prefix { $0 != "," && $0 != ")" }.split(separator: " (Holm ")
      found[key(pair, measure)] = parts.map { part in
        part.hasPrefix("= ") ? String(part.dropFirst(2)) : String(part)
      }
    }
    return found
  }

  /// Returns the p-values in the tables of a report's page.
  private func read(page: String) -> Found {
    var found: Found = [:]
    var measure = ""
    for row in page.split(separator: "<tr>\n") {
      let cells = row.split(separator: "\n").filter { $0.hasPrefix("<td>") }
        .map { $0.dropFirst(4).dropLast(5) }
      if let pair = cells.first, pair.contains(" - "), cells.count > 5 {
        found[key(pair, measure)] = cells[5...].filter { !$0.isEmpty }
          .map { $0.replacingText("&lt;", by: "<") }
      }
      for (title, name) in [
        (": share passed", "accuracy"), (": first press", "first press"),
        (": later presses", "later presses"),
      ] where row.contains("<h3>") && row.contains(title + "</h3>") { measure = name }
    }
    return found
  }

  /// Returns the p-values of each pair in `compare` with `format=json`, rounded as in replies.
  private func read(json: String) -> Found {
    var found: Found = [:]
    for text in json.split(separator: "{\"first\":").dropFirst() where text.contains("boards") {
      let names = text.split(separator: "\"", maxSplits: 5)
      let pair = "\(names[0]) - \(names[4])"
      for difference in text.split(separator: "{\"measure\":\"").dropFirst() {
        let measure = difference.prefix { $0 != "\"" }.replacingText("_", by: " ")
        found[key(pair, measure)] = ["p", "holm_p"].compactMap { number($0, in: difference) }
      }
    }
    return found
  }

  private func number(_ member: String, in text: Substring) -> String? {
    guard let range = text.firstRange(of: "\"\(member)\":") else { return nil }
    guard let value = Double(text[range.upperBound...].prefix { $0 != "," && $0 != "}" }) else {
      return nil
    }
    return value < 0.00005 ? "< 0.0001" : value.decimal(4)
  }

  /// Asks for the contrasts in many ways, and returns all different answers for each.
  private func answers() -> [String: Set<[String]>] {
    let lines = [
      "compare short mid by=condition", "compare mid short by=condition",
      "compare long short by=condition", "compare mid long by=condition study=lab",
      "compare short mid long by=condition", "compare long mid short by=condition",
      "compare stress control by=group", "compare control stress by=group",
    ].map { $0 + " include=simulated" }
    _ = chimp("report \(folder.path)/page.html include=simulated")
    var all = lines.map { read(reply: chimp($0)) }
    all += lines.map { read(json: chimp($0 + " format=json").joined()) }
    all.append(read(page: TemporaryFolder.text(at: folder.path + "/page.html")))
    var answers: [String: Set<[String]>] = [:]
    for found in all {
      for (key, values) in found { answers[key, default: []].insert(values) }
    }
    return answers
  }

  @Test func `A contrast has the same p and Holm's p by each command and in the report`() {
    simulate()
    let answers = answers()
    #expect(answers.count == 12)
    for (contrast, values) in answers {
      // The groups have a single contrast, with nothing to be adjusted for.
      let count = contrast.hasPrefix("control") ? 1 : 2
      #expect(values.count == 1 && values.first?.count == count, "\(contrast): \(values)")
    }
  }

  @Test func `The primary contrast has the same p by each command, and no Holm's p`() {
    simulate(primary: "primary accuracy long against short")
    let answers = answers()
    #expect(answers.count == 12)
    for (contrast, values) in answers {
      let isAlone = contrast.hasPrefix("control") || contrast == "long - short, accuracy"
      let count = isAlone ? 1 : 2
      #expect(values.count == 1 && values.first?.count == count, "\(contrast): \(values)")
    }
    let own = answers["long - short, accuracy"]?.first?.first ?? ""
    let head =
      "primary outcome of lab, otherwise than planned (include=simulated): long - short, "
      + "accuracy of 4 participants: "
    for line in [
      "summary", "summary by=hold", "compare mid long by=condition",
      "compare control stress by=group",
    ] {
      let reply = chimp(line + " include=simulated")
      #expect(reply[0].hasPrefix(head), "\(reply[0])")
      let isEqual = reply[0].contains(", p = \(own),") || reply[0].contains(", p \(own),")
      #expect(isEqual, "\(own), \(reply[0])")
      #expect(reply[1] == "its p is not adjusted; all other tests are secondary")
    }
    let page = TemporaryFolder.text(at: folder.path + "/page.html")
    #expect(
      page.contains("<p>" + chimp("summary include=simulated")[0].replacingText("<", by: "&lt;")))
  }

  @Test func `Interactions, orders and reliabilities are the same in the report`() {
    simulate()
    _ = chimp("report \(folder.path)/page.html include=simulated")
    let page = TemporaryFolder.text(at: folder.path + "/page.html")
    let effects = chimp("effects include=simulated")
    #expect(effects == chimp("effects include=simulated study=lab"))
    // The regressions are left to the command.
    let told = effects.filter { !$0.contains("regression") && !$0.hasPrefix("SIMULATED") }
    #expect(told.count == 3 * 5 + 3 * 2 + 1)
    let reliability = chimp("reliability include=simulated").filter { line in
      !line.contains("regression") && !line.contains("all trials:") && !line.hasPrefix("SIMULATED")
    }
    #expect(reliability.count == 3 * 4)
    for line in told + reliability {
      #expect(page.contains("<p>\(line.replacingText("<", by: "&lt;"))</p>"), "\(line)")
    }
  }
}

extension StringProtocol {
  fileprivate func replacingText(_ old: Character, by new: String) -> String {
    split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }

  fileprivate func replacingText(_ old: String, by new: String) -> String {
    var parts: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: old) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return (parts + [String(rest)]).joined(separator: new)
  }
}
