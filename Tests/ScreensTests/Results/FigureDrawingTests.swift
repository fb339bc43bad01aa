import Glibc
import Science
@testable import Screens
@testable import Shell
@testable import Statistics
import Testing

/// Tests of plots drawn in characters and as SVG: values outside the axis, and labels for which
/// there is no room.
struct FigureDrawingTests {
  /// A plot of means over two participants.
  ///
  /// The interval of the first point is wider than the axis at both ends.
  private let wide = LabelledPlot(
    Plot(
      .span, .numerals, test: "span",
      points: [
        .init(1, .numbers(1...1), value: 3, Interval(2, 20), uncut: Interval(-25.8, 31.8), 2),
        .init(2, .numbers(2...2), value: 2, Interval(0.8, 3.2), uncut: nil, 2),
        .init(3, .numbers(3...3), value: 11, Interval(9.6, 12), uncut: Interval(9.6, 12.004), 2),
      ]), .english)

  /// A plot of shares over two participants, the mean of which has no certain end within the axis.
  private let shares = LabelledPlot(
    Plot(
      .position, .share, test: "span",
      points: [
        .init(
          1, .numbers(1...1), value: 0.75, Interval(0, 1), uncut: Interval(-2.4266, 3.9266), 2)
      ]), .english)

  @Test func `No share is beyond 0 and 100 %`() {
    #expect(
      shares.rows(.ascii, width: 50) == [
        "1 ||-------------------------o-------|| 75.0 % n=2",
        "  0 %                             100 %",
        "o mean of participants",
        "|-| 95 % t over participants  n: participants",
      ])
    #expect(!FigureDrawing(shares).element(number: 1).contains("beyond"))
  }

  @Test func `An interval that leaves the axis has a mark and its number in each style`() {
    #expect(
      wide.rows(.ascii, width: 72) == [
        "1 |<---------o---------------------------->|  3.0 n=2 <.. -25.8 ..> 31.8",
        "2 |   |---o--|                             |  2.0 n=2",
        "3 |                               |----o--|| 11.0 n=2",
        "  0                                       12",
        "o mean of participants  |-| 95 % t over participants",
        "< > ends off the axis  n: participants",
      ])
    #expect(
      wide.rows(.blocks, width: 72)[0]
        == "1 |<▓▓▓▓▓▓▓▓▓█░░░░░░░░░░░░░░░░░░░░░░░░░░░░>|  3.0 n=2 <.. -25.8 ..> 31.8")
    #expect(
      wide.rows(.braille, width: 72)[0]
        == "1 |<⠤⠤⠤⠤⠤⠤⠤⠤⠤⡧⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤>|  3.0 n=2 <.. -25.8 ..> 31.8")
  }

  @Test func `A drawing has arrows and numbers beyond the axis, under the dots and intervals`() {
    let text = FigureDrawing(wide).element(number: 1)
    let marks = text.split(separator: "\n").filter {
      $0.contains("beyond") || $0.contains("<circle cx=\"68")
    }
    let dot =
      #"<circle cx="68" cy="171.5" r="3.5"/>"#
      + #"<path class="range cut" "#
      + #"d="M68 44V214M63 51L68 44L73 51M68 44M63 207L68 214L73 207M68 214"/>"#
    #expect(
      marks == [
        #"<text x="76" y="41" class="beyond start">31.8</text>"#,
        #"<text x="76" y="210" class="beyond start">-25.8</text>"#,
        dot[...],
      ])
  }

  @Test func `Labels that would touch stand in columns, each as near as possible to its point`() {
    #expect(FigureDrawing.spread([60, 160, 260], by: 11, within: 50...350) == [60, 160, 260])
    #expect(
      FigureDrawing.spread([60, 64, 68, 260], by: 11, within: 50...350) == [53, 64, 75, 260])
    #expect(FigureDrawing.spread([50, 50, 52], by: 10, within: 50...350) == [50, 60, 70])
    #expect(FigureDrawing.spread([340, 345, 350], by: 10, within: 50...350) == [330, 340, 350])
    #expect(FigureDrawing.spread([], by: 10, within: 50...350) == [])
    let points = (0..<28).map { index in
      let hold = 50 + 25 * index
      return Plot.Point(
        log(Double(hold)), .numbers(hold...hold), value: 0.5, Interval(0.4, 0.6), count: 12_345)
    }
    let drawing = FigureDrawing(
      LabelledPlot(Plot(.hold, .share, test: nil, points: points), .english))
    let columns = drawing.element(number: 1).split(separator: "rotate(-90 ").dropFirst(2)
      .compactMap { $0.split(separator: " ").first.flatMap { Double($0) } }
    // A label and a number at each of the points, and no two of a row nearer than their height.
    #expect(columns.count == 56)
    let labels = stride(from: 0, to: 56, by: 2).map { columns[$0] }
    #expect(zip(labels, labels.dropFirst()).allSatisfy { $1 - $0 >= 10.9 })
    #expect(labels.allSatisfy { (50.0...354).contains($0) })
  }
}

extension Plot.Point {
  /// Creates a point at the mean of participants; `uncut` is the interval before it was limited to
  /// the axis.
  fileprivate init(
    _ position: Double, _ label: Label, value: Double, _ interval: Interval, uncut: Interval?,
    _ participantCount: Int
  ) {
    self.init(
      position, label, value: value, interval, count: 10 * participantCount,
      participantCount: participantCount)
    uncutInterval = uncut
  }
}
