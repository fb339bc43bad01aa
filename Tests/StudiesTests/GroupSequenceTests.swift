import Studies
import Testing

/// Tests of the groups that chance assigns.
struct GroupSequenceTests {
  /// Returns the first groups of a study's sequence, as the letters of their names.
  private func groups(
    _ line: String, seed: String, count: Int
  ) throws -> [Character] {
    let plan = try StudyFile.read(StudyText.head + "condition a span\n\(line)\n")
    let sequence = try #require(GroupSequence(plan, seed: seed))
    return IteratorSequence(sequence).prefix(count).compactMap(\.first)
  }

  /// Returns whether a beginning of a sequence consists of blocks of two lengths, in each of which
  /// the groups have the shares of the unit.
  private func isSequence(
    _ groups: ArraySlice<Character>, ofBlocks lengths: [Int], _ unit: [Character]
  ) -> Bool {
    if groups.count < lengths[1] { return true }
    return Set(lengths).contains { length in
      let block = groups.prefix(length).sorted()
      let expected = Array(repeating: unit, count: length / unit.count).flatMap(\.self).sorted()
      return block == expected && isSequence(groups.dropFirst(length), ofBlocks: lengths, unit)
    }
  }

  @Test(arguments: [
    ("groups x y assign=blocks", "xy", [4, 6]), ("groups x y assign=1:1", "xy", [4, 6]),
    ("groups x y assign=50:50", "xy", [4, 6]), ("groups x y assign=2:1", "xxy", [6, 9]),
    ("groups x y z assign=blocks", "xyz", [6, 9]), ("groups x y z assign=2:1:1", "xxyz", [4, 8]),
    ("groups x y z assign=4:2:2", "xxyz", [4, 8]), ("groups x y assign=3:2", "xxxyy", [5, 10]),
    ("group x\ngroups y z assign=blocks", "xyz", [6, 9]),
  ])
  func `Groups come in permuted blocks of two lengths with the shares of the weights`(
    _ line: String, _ unit: String, _ lengths: [Int]
  ) throws {
    var regularCounts = [0, 0]
    for seed in 1...50 {
      let groups = try groups(line, seed: "s\(seed)", count: 240)
      #expect(isSequence(groups[...], ofBlocks: lengths, Array(unit)), "\(seed)")
      for index in 0...1
      where isSequence(groups[...], ofBlocks: [lengths[index], lengths[index]], Array(unit)) {
        regularCounts[index] += 1
      }
    }
    // Hardly any sequence has only one of the lengths.
    #expect(regularCounts.allSatisfy { $0 < 5 })
  }

  @Test func `Each group is as likely at each position, and so is each order of a block`() throws {
    var counts = [Int](repeating: 0, count: 12)
    var beginnings: [String: Int] = [:]
    let seedCount = 6_000
    for seed in 0..<seedCount {
      let groups = try groups("groups x y assign=blocks", seed: "\(seed)", count: 12)
      for (index, group) in groups.enumerated() where group == "x" { counts[index] += 1 }
      beginnings[String(groups.prefix(3)), default: 0] += 1
    }
    // Five standard errors of a share of one half.
    let bound = 5 * (Double(seedCount) / 4).squareRoot()
    for count in counts { #expect(abs(Double(count) - Double(seedCount) / 2) < bound) }
    // A block of 4 has 6 orders; one of 6 has 20, of which 1 begins with three of a group.
    #expect(beginnings.count == 8)
    let share = Double(beginnings["xxx"] ?? 0) / Double(seedCount)
    #expect(abs(share - 0.5 / 20) < 0.015)
  }

  @Test func `The next group can't be told from those before it`() throws {
    // After two of one group the next may be of either, whatever the study file says.
    var next: [String: Int] = [:]
    for seed in 0..<2_000 {
      let groups = try groups("groups x y assign=blocks", seed: "n\(seed)", count: 5)
      if groups[0] == groups[1], groups[2] != groups[1], groups[3] != groups[1] {
        next[groups[4] == groups[0] ? "same" : "other", default: 0] += 1
      }
    }
    #expect(next.values.allSatisfy { $0 > 150 })
    #expect(next.count == 2)
  }

  @Test func `The same seed has the same groups, and a study without the key has no sequence`()
    throws
  {
    let line = "groups x y z assign=3:1:1"
    let first = try groups(line, seed: "a", count: 40)
    #expect(try groups(line, seed: "a", count: 40) == first)
    #expect(try groups(line, seed: "b", count: 40) != first)
    let pinned = String(try groups("groups x y assign=blocks", seed: "apple", count: 24))
    #expect(pinned == "xyyyxxyxxyxyyxyxxyyyxxxx")
    for line in ["", "groups x y"] {
      let plan = try StudyFile.read(StudyText.head + "condition a span\n\(line)\n")
      #expect(GroupSequence(plan, seed: "a") == nil)
      #expect(plan.groupWeights == nil)
    }
  }

  @Test func `Equal weights are blocks, and the key changes the hash`() throws {
    let hashes = try ["", " assign=blocks", " assign=1:1", " assign=2:1"].map {
      try StudyFile.read(StudyText.head + "condition a span\ngroups x y\($0)\n").hash
    }
    #expect(hashes[1] == hashes[2])
    #expect(Set(hashes).count == 3)
  }
}
