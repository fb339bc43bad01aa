@testable import Shell
import Testing

struct OwnedBufferTests {
  @Test func `A buffer holds what an array holds under the same edits`() {
    var dice = Dice(3)
    for _ in 0..<200 {
      var buffer = OwnedBuffer<UInt8>(capacity: dice.roll(4))
      var array: [UInt8] = []
      for _ in 0..<60 {
        let byte = UInt8(dice.roll(256))
        switch dice.roll(6) {
        case 0:
          buffer.append(byte)
          array.append(byte)
        case 1:
          let more = (0..<dice.roll(9)).map { UInt8($0) }
          buffer.append(more.span)
          array += more
        case 2:
          let count = dice.roll(5)
          buffer.append(repeating: byte, count: count)
          array += [UInt8](repeating: byte, count: count)
        case 3 where !array.isEmpty:
          let count = dice.roll(array.count + 1)
          buffer.removeFirst(count)
          array.removeFirst(count)
        case 4 where !array.isEmpty:
          let count = dice.roll(array.count + 1)
          buffer.removeLast(count)
          array.removeLast(count)
        case 5 where !array.isEmpty:
          let index = dice.roll(array.count)
          buffer[index] = byte
          array[index] = byte
        default:
          buffer.append(decimal: Int(byte) - 100)
          array += Array(String(Int(byte) - 100).utf8)
        }
      }
      let held = Array(buffer.elements)
      #expect(held == array)
    }
  }

  @Test func `A buffer that is moved out leaves an empty one, which can be used`() {
    var buffer = OwnedBuffer<UInt8>(capacity: 1)
    buffer.append("moved")
    var moved = buffer.moveOut()
    buffer.append("new")
    moved.append("!")
    let texts = [Array(moved.elements), Array(buffer.elements)]
    #expect(texts == [Array("moved!".utf8), Array("new".utf8)])
  }
}
