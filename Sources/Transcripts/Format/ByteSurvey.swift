import CSystem

/// What can be said of bytes at a glance.
struct ByteSurvey {
  let isASCII: Bool
  let lineFeedCount: Int

  init(_ bytes: [UInt8]) {
    var isASCII: UInt8 = 0
    lineFeedCount = chimp_count_line_feeds(bytes, bytes.count, &isASCII)
    self.isASCII = isASCII == 1
  }
}
