/// The change of a piece of news that a view reports.
package enum NewsEvent { case unchanged, removed, added, changed, moved }
