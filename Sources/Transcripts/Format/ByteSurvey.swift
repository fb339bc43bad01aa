/// What can be said of bytes at a glance, sixteen at a time.
struct ByteSurvey {
  private(set) var isASCII = true
  private(set) var lineFeedCount = 0

  private typealias Lanes = SIMD16<UInt8>

  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { all in
      var start = 0
      while all.count - start >= Lanes.scalarCount {
        // NB: no more than a lane can count.
        let count = min((all.count - start) / Lanes.scalarCount, Int(UInt8.max))
        let end = start + count * Lanes.scalarCount
        addLanes(UnsafeRawBufferPointer(rebasing: all[start..<end]))
        start = end
      }
      for byte in all[start...] { add(byte, lineFeedCount: byte == 0x0a ? 1 : 0) }
    }
  }

  private mutating func addLanes(_ piece: UnsafeRawBufferPointer) {
    let lineFeed = Lanes(repeating: 0x0a)
    var union = Lanes()
    var counts = Lanes()
    var offset = 0
    while offset < piece.count {
      let bytes = piece.loadUnaligned(fromByteOffset: offset, as: Lanes.self)
      union |= bytes
      counts.replace(with: counts &+ 1, where: bytes .== lineFeed)
      offset &+= Lanes.scalarCount
    }
    for lane in union.indices { add(union[lane], lineFeedCount: counts[lane]) }
  }

  private mutating func add(_ union: UInt8, lineFeedCount count: UInt8) {
    isASCII = isASCII && union < 0x80
    lineFeedCount &+= Int(count)
  }
}
