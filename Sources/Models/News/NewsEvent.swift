package enum NewsEvent { case unchanged, removed, added, changed, moved }
