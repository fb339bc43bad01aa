extension String {
  /// What stands between the places where the separator stands, in order.
  ///
  /// It is the whole text where the separator stands nowhere. The separator is not empty.
  func pieces(between separator: String) -> [String] {
    let bytes = Array(utf8)
    let mark = Array(separator.utf8)
    var pieces: [String] = []
    var start = 0
    var offset = 0
    while offset + mark.count <= bytes.count {
      if bytes[offset..<offset + mark.count].elementsEqual(mark) {
        pieces.append(String(decoding: bytes[start..<offset], as: UTF8.self))
        offset += mark.count
        start = offset
      } else {
        offset += 1
      }
    }
    return pieces + [String(decoding: bytes[start...], as: UTF8.self)]
  }
}
