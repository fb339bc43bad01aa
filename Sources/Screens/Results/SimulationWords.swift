import Shell

/// Error messages about simulations and fits.
extension Language {
  package var needsTwoGroups: String {
    pick(
      "two groups need two capacities: capacity=6.5,1 capacity=7,1 "
        + "(or name the tests that the same people play)",
      "capacity= が2つ必要です（同じ人が行うテストを2つ以上並べることもできます）")
  }

  package var needsOneGroup: String {
    pick(
      "the same people play all tests, so there is one capacity=",
      "同じ人がすべてのテストを行うので、capacity= は1つです")
  }

  package func testTwice(_ name: String) -> String {
    pick("\(name) can't be compared with itself", "\(name) 同士は比べられません")
  }

  package var noChimpanzee: String {
    pick(
      "one chimpanzee is no population, and what is published of Ayumu, about 80 and 79 % at 650 "
        + "and 210 ms, tells no number: capacity=5.2 tau=40 is as good as capacity=50 tau=300",
      "1頭のチンパンジーは集団ではありません。アユムの公表値（650と210ミリ秒で約80と79 %）からは、"
        + "capacity=5.2 tau=40 と capacity=50 tau=300 のどちらなのかもわかりません")
  }

  package func noSpread(_ text: String) -> String {
    pick(
      "spread must be fit or a number from 0.01 to 100, not \"\(text)\"",
      "spread は fit か、0.01から100の数です: \(text)")
  }
}
