benchmarkObserving { print($0) }
