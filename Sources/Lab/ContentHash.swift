#if Lab
  import Archive
  import ChimpSystem
  import Exchange
  import Records

  /// The SHA-256 hash of a row's contents, by which the store and the server are compared.
  ///
  /// It covers the table, the name and each column with a value, in their order: `trials`,
  /// `4:abcd`, `block=1:1`, … each as `NAME=LENGTH:VALUE;`, where the length counts bytes and
  /// numbers are decimal. The hash of a row that was sent in an earlier format excludes the columns
  /// of later formats, so that new columns never change old rows.
  struct ContentHash {
    private var digest = SecureHash()
    private var text: [UInt8] = []

    /// Returns the hash of a row by a version of the columns.
    ///
    /// Two rows with the same values have the same hash on every machine: names, lengths and values
    /// are hashed in the order of the columns, nulls are omitted.
    mutating func hash(
      _ row: PortableRow, of table: LabTable, format: Int = PortableTable.currentVersion
    ) -> [UInt8] {
      text.removeAll(keepingCapacity: true)
      append(table.name, row.id)
      for (column, value) in zip(table.columns, row.values) where column.version <= format {
        switch value {
        case .integer(let number): append(column.name, "\(number)")
        case .text(let text): append(column.name, text)
        default: break
        }
      }
      return digest.hash(of: text)
    }

    /// Appends a value with its name and length, so that different rows have different texts.
    private mutating func append(_ name: String, _ value: String) {
      text.append(contentsOf: name.utf8)
      text.append(UInt8(ascii: "="))
      text.append(contentsOf: "\(value.utf8.count)".utf8)
      text.append(UInt8(ascii: ":"))
      text.append(contentsOf: value.utf8)
      text.append(UInt8(ascii: ";"))
    }
  }
#endif
