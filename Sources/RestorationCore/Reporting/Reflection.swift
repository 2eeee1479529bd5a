// What a debugger, `dump` and a failed `#expect` show of objects that are not to be looked into.
//
// Reflection copies each stored value that it shows. Some of these cannot be copied, and the attempt
// would end the program. It may also come from any thread, so nothing is shown but what never changes.

extension LiveNode: nonisolated CustomReflectable {
  package nonisolated var customMirror: Mirror {
    Mirror(self, children: ["number": number], displayStyle: .class)
  }
}

extension LiveScene: nonisolated CustomReflectable {
  package nonisolated var customMirror: Mirror {
    Mirror(self, children: ["name": name], displayStyle: .class)
  }
}

extension RestorationTracker: nonisolated CustomReflectable {
  /// A mirror that shows nothing of what the tracker holds.
  public nonisolated var customMirror: Mirror {
    Mirror(self, children: [], displayStyle: .class)
  }
}

extension RestorationSession: nonisolated CustomReflectable {
  /// A mirror that shows nothing of what the session holds.
  ///
  /// ``treeDescription(scene:)`` tells what stands in a scene.
  public nonisolated var customMirror: Mirror {
    Mirror(self, children: [], displayStyle: .class)
  }
}
