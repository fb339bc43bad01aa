import Records

@main
struct RecordsDouble {
  static func main() {}
}
