/// The code by which a participant is known.
package enum ParticipantCode {
  /// How long the codes are that the program makes.
  package static let length = 6

  /// What the codes of simulated participants begin with.
  package static let simulatedPrefix = "SIM-"

  /// Returns true if a text may be a code: it means nothing to a spreadsheet or a terminal.
  package static func isValid(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}
