import Testing

@testable import Transcripts

@Suite struct ByteSurveyTests {
  @Test(arguments: [0, 1, 15, 16, 17, 255, 4079, 4080, 4081, 9000])
  func `Every line feed counts, and every byte beyond ASCII is seen`(count: Int) {
    let feeds = ByteSurvey(Array(repeating: 0x0a, count: count))
    #expect(feeds.lineFeedCount == count)
    #expect(feeds.isASCII)
    for place in stride(from: count - 1, through: 0, by: -31) {
      var bytes = Array(repeating: UInt8(0x7f), count: count)
      bytes[place] = 0x8a
      #expect(!ByteSurvey(bytes).isASCII)
      #expect(ByteSurvey(bytes).lineFeedCount == 0)
    }
  }
}
