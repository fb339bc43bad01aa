import TestSupport

/// The cases of a file in the folder `Cases`, which its scripts computed with scipy, statsmodels
/// and R.
struct CaseFile {
  let lines: [[Double]]
  /// The number of cases that the file is expected to have.
  private let count: Int

  /// Reads the file of a subject, such as `binomial`.
  init(_ subject: String, count: Int = 1000) {
    self.count = count
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let text = TemporaryFolder.text(at: "/\(folder)/Cases/\(subject).txt")
    lines = text.split(separator: "\n").map { line in
      line.split(separator: " ").map { Double($0) ?? .nan }
    }
  }

  /// Calls a closure with each case; returns a line for each comparison that fails, and one line if
  /// the number of cases is wrong.
  func differences(
    _ compare: (inout CaseReader) throws -> [Comparison]
  ) -> [String] {
    guard lines.count == count else { return ["\(lines.count) cases"] }
    var differences: [String] = []
    for (number, line) in lines.enumerated() {
      do {
        var reader = CaseReader(line)
        for comparison in try compare(&reader) where !comparison.isMet {
          differences.append("case \(number + 1), \(comparison)")
        }
        if !reader.isAtEnd { differences.append("case \(number + 1) is not read to its end") }
      } catch {
        differences.append("case \(number + 1): \(error)")
      }
    }
    return differences
  }
}

/// A reader of the numbers in the line of a case.
struct CaseReader {
  private var rest: ArraySlice<Double>

  init(_ numbers: [Double]) { rest = numbers[...] }

  var isAtEnd: Bool { rest.isEmpty }

  /// Returns the next number, or NaN at the end of the line.
  mutating func number() -> Double { rest.popFirst() ?? .nan }

  /// Returns the next number as an `Int`, or -1,000,000 if it is not an integer.
  mutating func whole() -> Int { Int(exactly: number()) ?? -1_000_000 }

  /// Returns the next `count` numbers.
  mutating func numbers(_ count: Int) -> [Double] { (0..<count).map { _ in number() } }
}

/// A computed number, the expected number of a case, and the tolerance.
struct Comparison: CustomStringConvertible {
  let name: String
  let computed: Double
  let expected: Double
  let relative: Double
  let absolute: Double

  init(
    _ name: String, _ computed: Double, _ expected: Double, relative: Double = 1e-8,
    absolute: Double = 0
  ) {
    self.name = name
    self.computed = computed
    self.expected = expected
    self.relative = relative
    self.absolute = absolute
  }

  /// Returns a comparison with a relative tolerance of 1e-10.
  static func precise(_ name: String, _ computed: Double, _ expected: Double) -> Comparison {
    Comparison(name, computed, expected, relative: 1e-10)
  }

  var isMet: Bool {
    abs(computed - expected) <= max(absolute, relative * abs(expected))
  }

  var description: String { "\(name): \(computed), not \(expected)" }
}
