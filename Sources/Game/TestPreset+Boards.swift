public import Examiner

extension TestPreset {
  /// Returns the seed of the board of a trial; `nil` if the settings have no seed.
  ///
  /// With `shuffle` the counted trials have the same boards in another order, which is the same on
  /// every machine. Practice and the replacements of excluded trials keep their boards, and so do
  /// tests whose number of trials depends on the outcomes.
  ///
  ///     preset.boardSeed(ofTrial: 1, settings)?.text  // "monday.7"
  public func boardSeed(ofTrial number: Int, _ settings: TestSettings) -> Seed? {
    guard let seed = settings.seed else { return nil }
    return seed.seed(forRound: boardNumber(ofTrial: number, settings, seed))
  }

  private func boardNumber(
    ofTrial number: Int, _ settings: TestSettings, _ seed: SessionSeed
  ) -> Int {
    guard let shuffle = settings.shuffle, case .trials(let usualCount) = course else {
      return number
    }
    let first = settings.practice + 1
    var numbers = Array(first..<first + (settings.trials ?? usualCount))
    guard numbers.indices.contains(number - first) else { return number }
    var generator = Generator(text: "order/\(seed.seed.text)/\(shuffle)")
    // The shuffle of Fisher and Yates, from the last number to the second.
    for index in numbers.indices.dropFirst().reversed() {
      numbers.swapAt(index, generator.next(below: index + 1))
    }
    return numbers[number - first]
  }
}
