extension Library {
  /// All folders by name, in no regard of which is in which.
  public func folders() throws(LibraryError) -> [Folder] {
    try database.all(Self.selectFolder + " ORDER BY name_key, id", [], Self.folder)
  }

  /// A folder; nil if it is not there.
  public func folder(_ id: Folder.ID) throws(LibraryError) -> Folder? {
    try database.first(Self.selectFolder + " WHERE id = ?", [SQLValue(id)], Self.folder)
  }

  /// Adds a folder, or finds the one of that name.
  public func addFolder(
    named name: String,
    in parent: Folder.ID? = nil
  ) throws(LibraryError) -> Folder.ID {
    let name = TextKey.line(name)
    guard !name.isEmpty else {
      throw invalid("a folder needs a name", remedy: "give it one")
    }
    return try database.transaction { () throws(LibraryError) in
      try check(parent)
      let known = try database.first(
        "SELECT id FROM folders WHERE ifnull(parent, 0) = ? AND name = ?",
        [.integer(parent?.rawValue ?? 0), .text(name)]
      ) { row -> Folder.ID in row.id(0) }
      if let known { return known }
      let id: Folder.ID = try freeID(
        for: ["folder", parent?.description ?? "", name],
        in: "folders"
      )
      try database.run(
        "INSERT INTO folders (id, name, name_key, parent) VALUES (?, ?, ?, ?)",
        [SQLValue(id), .text(name), .text(TextKey.sorting(name)), SQLValue(parent)]
      )
      return id
    }
  }

  /// Gives a folder another name; false if it is not there.
  ///
  /// - Throws: ``LibraryError/Code/invalid`` if the name is empty, or another folder's beside it.
  @discardableResult
  public func renameFolder(_ id: Folder.ID, to name: String) throws(LibraryError) -> Bool {
    let name = TextKey.line(name)
    guard !name.isEmpty else {
      throw invalid("a folder needs a name", remedy: "give it one")
    }
    return try database.transaction { () throws(LibraryError) in
      let isTaken = try database.exists(
        """
        SELECT 1 FROM folders AS other, folders AS this
        WHERE this.id = ?1 AND other.id <> ?1 AND other.name = ?2
          AND ifnull(other.parent, 0) = ifnull(this.parent, 0)
        """,
        [SQLValue(id), .text(name)]
      )
      guard !isTaken else {
        throw invalid("there is a folder named \(name) already", remedy: "choose another name")
      }
      return try database.change(
        "UPDATE folders SET name = ?, name_key = ? WHERE id = ?",
        [.text(name), .text(TextKey.sorting(name)), SQLValue(id)]
      ) > 0
    }
  }

  /// Deletes a folder, and moves what is in it to its parent; false if it is not there.
  ///
  /// A folder in it that has the name of one there is joined with that.
  @discardableResult
  public func deleteFolder(_ id: Folder.ID) throws(LibraryError) -> Bool {
    try database.transaction { () throws(LibraryError) in
      guard let folder = try folder(id) else { return false }
      try moveContent(of: id, to: folder.parent)
      return try database.change("DELETE FROM folders WHERE id = ?", [SQLValue(id)]) > 0
    }
  }

  private func moveContent(of id: Folder.ID, to target: Folder.ID?) throws(LibraryError) {
    try database.run(
      "UPDATE feeds SET folder = ? WHERE folder = ?",
      [SQLValue(target), SQLValue(id)]
    )
    let inner = try database.all(
      Self.selectFolder + " WHERE parent = ?",
      [SQLValue(id)],
      Self.folder
    )
    for child in inner {
      let twin = try database.first(
        "SELECT id FROM folders WHERE ifnull(parent, 0) = ? AND name = ? AND id <> ?",
        [.integer(target?.rawValue ?? 0), .text(child.name), SQLValue(id)]
      ) { row -> Folder.ID in row.id(0) }
      if let twin {
        try moveContent(of: child.id, to: twin)
        try database.run("DELETE FROM folders WHERE id = ?", [SQLValue(child.id)])
      } else {
        try place(child, in: target, instead: id)
      }
    }
  }

  /// Moves a folder up, also if it has the name of the folder that is about to be deleted.
  private func place(
    _ child: Folder,
    in target: Folder.ID?,
    instead deleted: Folder.ID
  ) throws(LibraryError) {
    try database.run(
      "UPDATE folders SET name = name || ' (deleted)' || id WHERE id = ? AND name = ?",
      [SQLValue(deleted), .text(child.name)]
    )
    try database.run(
      "UPDATE folders SET parent = ? WHERE id = ?",
      [SQLValue(target), SQLValue(child.id)]
    )
  }

  /// Throws if a folder is given that is not there.
  func check(_ folder: Folder.ID?) throws(LibraryError) {
    guard let folder, try self.folder(folder) == nil else { return }
    throw invalid("there is no folder \(folder)", remedy: "choose one that is there")
  }

  private static let selectFolder = "SELECT id, name, parent FROM folders"

  private static func folder(_ row: borrowing SQLRow) -> Folder {
    Folder(id: row.id(0), name: row.text(1), parent: row.optionalID(2))
  }
}
