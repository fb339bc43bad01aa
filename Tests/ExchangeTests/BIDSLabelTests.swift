@testable import Exchange
import Game
import Testing

/// Tests of the labels of participants in the Brain Imaging Data Structure.
struct BIDSLabelTests {
  @Test func `Labels follow from the code alone, and differ not only in case`() {
    #expect(
      ["P07", "p07", "A-1", "A1", "a1", "guest", "X1", "x1", "P07X0", "-", "pX", "P\t7"].map {
        BIDSLabel($0).text
      } == [
        "P07", "p07x0", "A1x21", "A1", "a1x0", "guestx0", "X1x9", "x1x0", "P07X0xf3", "x5", "pXxc",
        "500937x1",
      ])
    let letters = ["a", "A", "x", "X", "-", "0", "1"]
    var codes = [""]
    var labels: Set<String> = []
    var count = 0
    for _ in 1...5 {
      codes = codes.flatMap { code in letters.map { code + $0 } }
      count += codes.count
      for code in codes {
        let label = BIDSLabel(code).text
        labels.insert(label.lowercased())
        if !label.utf8.allSatisfy({
          ParticipantCode.isValid(String(UnicodeScalar($0))) && $0 != 0x2d
        }) {
          Issue.record("\(code): \(label)")
        }
      }
    }
    #expect(labels.count == count)
  }
}
