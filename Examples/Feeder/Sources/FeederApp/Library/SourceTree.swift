import FeedLibrary
import RestorationCore

/// Folders and feeds in the order of the drawer: what is in a folder stands below it.
struct SourceTree {
  let folders: [Folder]
  let feeds: [Feed]

  var sources: [Source] { level(of: nil, depth: 0) }

  private func level(of parent: Folder.ID?, depth: Int) -> [Source] {
    // Folders that form a circle are nobody's children, and so they are left out.
    let inner = folders.filter { $0.parent == parent }.flatMap { folder in
      let below = level(of: folder.id, depth: depth + 1)
      let unread = below.reduce(0) { $0 + ($1.isFolder ? 0 : $1.unread) }
      return [Source(folder, unread: unread, depth: depth)] + below
    }
    return inner + feeds.filter { $0.folder == parent }.map { Source($0, depth: depth) }
  }
}

extension Source {
  init(_ folder: Folder, unread: Int, depth: Int) {
    self.init(
      identifier: ModelIdentifier(uri: folder.id.uri),
      title: folder.name,
      unread: unread,
      isFolder: true,
      depth: depth
    )
  }

  init(_ feed: Feed, depth: Int) {
    self.init(
      identifier: ModelIdentifier(uri: feed.id.uri),
      title: feed.title,
      unread: feed.unreadCount,
      isFolder: false,
      depth: depth
    )
  }
}
