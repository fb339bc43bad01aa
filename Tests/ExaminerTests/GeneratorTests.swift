import Examiner
import Testing

/// Tests of the generator against reference values that must never change, because stored boards
/// are identified by their seeds.
struct GeneratorTests {
  @Test func `SplitMix64 gives the numbers of its reference`() {
    var spreader = SplitMix(state: 1_234_567)
    let numbers = (0..<5).map { _ in spreader.next() }
    #expect(
      numbers == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test func `xoshiro256** gives the numbers of its reference`() {
    var generator = Generator(state: (1, 2, 3, 4))
    let numbers = (0..<5).map { _ in generator.next() }
    #expect(
      numbers == [
        11520, 0, 1_509_978_240, 1_215_971_899_390_074_240, 1_216_172_134_540_287_360,
      ])
  }

  @Test func `A text seeds the generator in the same way in every release`() {
    var generator = Generator(text: "4x6n5#1/apple")
    let numbers = (0..<3).map { _ in generator.next() }
    #expect(
      numbers == [
        7938809670413573501, 11103468554269551909, 12344962296779318564,
      ])
  }

  @Test func `Bounded draws are pinned, for small and for huge bounds`() {
    var generator = Generator(state: (1, 2, 3, 4))
    let small = (0..<12).map { _ in generator.next(below: 6) }
    let huge = (0..<4).map { _ in generator.next(below: Int.max / 2 + 2) }
    #expect(small == [0, 0, 0, 0, 0, 5, 2, 3, 0, 4, 0, 4])
    #expect(
      huge == [
        2695291480937584903, 4132179356334554442, 3881063969784762767, 2206539880527054,
      ])
  }

  @Test func `A draw out of one number is always 0`() {
    var generator = Generator(text: "")
    let numbers = (0..<100).map { _ in generator.next(below: 1) }
    #expect(numbers == [Int](repeating: 0, count: 100))
  }

  @Test func `All ways of drawing give the same numbers`() {
    for total in [1, 2, 3, 7, 40, 81, 127, 128, 129, 500] {
      for count in [0, 1, 2, 3, 7, 40, 81, 127, 128, 500] where count <= total {
        var dense = Generator(text: "\(count)/\(total)")
        var sparse = dense
        var chosen = dense
        var numbers: [Int] = []
        dense.drawDense(count, outOf: total) { numbers.append($0) }
        var sameNumbers: [Int] = []
        sparse.drawSparse(count, outOf: total) { sameNumbers.append($0) }
        #expect(numbers == sameNumbers, "\(count) out of \(total)")
        sameNumbers = []
        chosen.draw(count, outOf: total) { sameNumbers.append($0) }
        #expect(numbers == sameNumbers, "\(count) out of \(total)")
        #expect(dense.next() == chosen.next())
      }
    }
  }

  @Test func `A draw holds no number twice and none out of its bounds`() {
    var generator = Generator(text: "draw")
    for total in 1...200 {
      var numbers: [Int] = []
      generator.draw(total, outOf: total) { numbers.append($0) }
      #expect(numbers.sorted() == Array(0..<total))
    }
  }

  @Test func `A draw of few out of very many is pinned and costs what it holds`() {
    var generator = Generator(state: (1, 2, 3, 4))
    var numbers: [Int] = []
    generator.draw(4, outOf: 1_000_000_000_000) { numbers.append($0) }
    #expect(numbers == [0, 82, 65917968751, 65928823522])
  }
}
