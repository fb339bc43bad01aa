/// The code by which a participant is known.
///
/// The codes of simulated participants have a prefix of their own.
///
///     ParticipantCode.isValid("P07")  // true
///     ParticipantCode.isValid("")  // false
package enum ParticipantCode {
  /// The length of generated codes.
  package static let length = 6

  /// The prefix of the codes of simulated participants.
  package static let simulatedPrefix = "SIM-"

  /// Returns `true` for 1 to 32 letters, digits and hyphens: they are safe in a spreadsheet or a
  /// terminal.
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
