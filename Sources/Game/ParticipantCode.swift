/// The rules for participant codes, such as `P07`, which identify participants instead of names.
///
/// The codes of simulated participants have their own prefix.
///
///     ParticipantCode.isValid("P07")  // true
///     ParticipantCode.isValid("")  // false
public enum ParticipantCode: Sendable {
  /// The number of characters of generated codes.
  public static let length = 6

  /// The maximum number of characters of a code.
  public static let longest = 32

  /// The prefix of the codes of simulated participants.
  public static let simulatedPrefix = "SIM-"

  /// Returns `true` for the code of a simulated participant.
  public static func isSimulated(_ code: String) -> Bool { code.hasPrefix(simulatedPrefix) }

  /// Returns `true` for 1 to 32 letters, digits and hyphens: such codes are safe in a spreadsheet
  /// and a terminal.
  public static func isValid(_ text: String) -> Bool {
    (1...longest).contains(text.utf8.count)
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
