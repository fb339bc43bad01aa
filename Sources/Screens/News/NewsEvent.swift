/// The kind of change of a news item that the view reports.
///
///     let event = NewsEvent.moved
package enum NewsEvent { case unchanged, removed, added, changed, moved }
