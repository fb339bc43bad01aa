import Observing
import Records
import Shell

/// What the commands about the news ask for.
package enum NewsAction: Action, Equatable {
  case showAll
  case add(NewsDraft)
  case show(String)
  case edit(String, NewsDraft)
  case remove(String)
  case removeAll(isConfirmed: Bool)
}

/// Does what the commands ask for to the model, and lets the view follow the list.
package final class NewsController {
  private let model: NewsModel
  private let view: NewsView
  private let confirm: ((String) -> Bool)?
  private var observation: Observation?

  /// Makes a controller; it asks before it removes all news, where somebody can be asked.
  package init(model: NewsModel, view: NewsView, confirm: ((String) -> Bool)?) {
    self.model = model
    self.view = view
    self.confirm = confirm
  }

  /// Does what a command asks for.
  package func perform(_ action: NewsAction) {
    // NB: news that come by themselves are nobody's reply.
    defer { observation = nil }
    do throws(NewsFault) {
      let list = try follow()
      switch action {
      case .showAll:
        view.showAll()
        for fault in list.faults { view.refuse(.record(fault)) }
        if !list.faults.isEmpty { model.noteDamagedRows() }
      case .add(let draft): try model.add(draft)
      case .show(let identifier): view.show(try model.find(identifier))
      case .edit(let identifier, let draft): try edit(identifier, draft)
      case .remove(let identifier): try model.remove(try model.find(identifier))
      case .removeAll(let isConfirmed): try removeAll(isConfirmed: isConfirmed)
      }
    } catch {
      view.refuse(error)
    }
  }

  /// Brings the list up to what others have saved, and lets the view follow it.
  private func follow() throws(NewsFault) -> FetchedList<News> {
    let list = try model.all()
    view.take(list.elements)
    observation = list.observe(\.elements, [.new, .old]) { [view] change in
      if case .batch(let changes) = change { view.follow(changes) }
    }
    return list
  }

  private func edit(_ identifier: String, _ draft: NewsDraft) throws(NewsFault) {
    guard !draft.isEmpty else { throw .nothingToChange }
    let news = try model.find(identifier)
    if try !model.edit(news, draft) { view.showUnchanged(news) }
  }

  private func removeAll(isConfirmed: Bool) throws(NewsFault) {
    let count = view.count
    guard count > 0 else { return view.showAll() }
    guard isConfirmed || confirm?("remove all news (\(count))?") ?? false else {
      throw .notConfirmed
    }
    try model.removeAll()
  }
}
