public import Records

/// The state of the store, as the command `status` shows it.
///
///     let status = programStore.status
///     print(status.path ?? "in memory", status.rowCount ?? 0, status.others.count)
public struct StoreStatus {
  /// The path of the store; `nil` for a store in memory.
  public var path: String?
  /// The condition of the store, such as read-only; `nil` before it is opened.
  public var condition: Store.Condition?
  /// The number of rows; `nil` if they can't be counted.
  public var rowCount: Int?
  /// The other processes that have opened the store.
  public var others: [LockHolder] = []
  /// The state of the server to which the store is sent; `nil` if there is none.
  public var server: ServerReachability?

  public init() {}
}
