import ChimpSystem
import Science
import Shell
import Statistics
import Studies

extension Variation {
  /// Creates the variation that the keys `spread=`, `learning=` and `boards=` define.
  ///
  /// - Throws: A refusal for an unknown name, one that is given twice, and for numbers outside of
  ///   their limits.
  init(_ invocation: Invocation) throws {
    self.init()
    let learning = try invocation.decimals(key: "learning", [-1...1, 0...1]).first ?? []
    self.learning = learning.first ?? 0
    learningDeviation = learning.count > 1 ? learning[1] : 0
    boardDeviation = try invocation.decimals(key: "boards", [0...3]).first?.first ?? 0
    guard let text = invocation.text(key: "spread") else { return }
    let column = invocation.column(key: "spread")
    var given: Set<Substring> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: ":", omittingEmptySubsequences: false)
      guard words.count == 2, given.insert(words[0]).inserted, let number = Double(words[1]),
        (0...3).contains(number), set(String(words[0]), number)
      else {
        throw Refusal(
          "no-variation",
          "spread has names and numbers of 0..3, as tau:0.3,slips:0.5, of \(Self.list), "
            + "each once, not \"\(part)\"",
          "spread は tau:0.3,slips:0.5 のように、\(Self.list) と0..3の数を1回ずつです: \(part)",
          column: column)
      }
    }
  }

  /// The names that `spread=` accepts, with their parameters; `nil` is the reaction time.
  private static var names: [(name: String, parameter: MemoryParameter?)] {
    [
      ("tau", .timeConstant), ("decay", .decay), ("slips", .slip), ("within", .spread),
      ("latency", nil),
    ]
  }

  private static var list: String { names.map(\.name).joined(separator: ", ") }

  /// Sets the deviation of a name; returns `false` for an unknown name.
  private mutating func set(_ name: String, _ deviation: Double) -> Bool {
    guard let known = Self.names.first(where: { $0.name == name }) else { return false }
    if let parameter = known.parameter {
      deviations[parameter] = deviation
    } else {
      latencyDeviation = deviation
    }
    return true
  }

  /// Returns what varies besides the capacities; `nil` if nothing does.
  func words(in language: Language) -> String? {
    var parts = Self.names.compactMap { name, parameter -> String? in
      let deviation = parameter.map { deviations[$0] ?? 0 } ?? latencyDeviation
      return deviation > 0 ? "\(name):\(deviation.short)" : nil
    }
    if !parts.isEmpty { parts = ["spread " + parts.joined(separator: ",")] }
    if hasLearning {
      let own = learningDeviation > 0 ? ",\(learningDeviation.short)" : ""
      parts.append("learning \(learning.short)" + own)
    }
    if boardDeviation > 0 { parts.append("boards \(boardDeviation.short)") }
    return parts.isEmpty ? nil : parts.joined(separator: language.pick(", ", "、"))
  }
}

extension SimulatedPeople {
  /// Returns the name of the population with what varies besides the capacities.
  func name(in language: Language) -> String {
    let name = population.rawValue
    guard let varied = variation.words(in: language) else { return name }
    return name + language.pick(" with \(varied)", "（\(varied)）")
  }
}
