/// Returns a number with its noun, as in `1 line` and `2 lines`.
func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
