/// What can be said of bytes at a glance, many of them at a time.
struct ByteSurvey {
  private(set) var isASCII = true
  private(set) var lineFeedCount = 0

  // NB: no more than a byte can count, and whole registers of any machine.
  private static var pieceSize: Int { 192 }

  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { all in
      var start = 0
      while start < all.count {
        let end = min(all.count, start + Self.pieceSize)
        add(UnsafeBufferPointer(rebasing: all[start..<end]))
        start = end
      }
    }
  }

  private mutating func add(_ piece: UnsafeBufferPointer<UInt8>) {
    var union: UInt8 = 0
    var count: UInt8 = 0
    for byte in piece {
      union |= byte
      count &+= byte == 0x0a ? 1 : 0
    }
    isASCII = isASCII && union < 0x80
    lineFeedCount += Int(count)
  }
}
