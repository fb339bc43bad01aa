/// The change of a piece of news that a view reports.
///
///     let event = NewsEvent.moved
package enum NewsEvent { case unchanged, removed, added, changed, moved }
