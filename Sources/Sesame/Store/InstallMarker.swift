package import Foundation

/// A mark that distinguishes a new installation of the app from an earlier one.
///
/// The Keychain survives the removal of an app, but the app's files do not. A session without the mark is from an
/// earlier installation, and perhaps belongs to the device's previous owner.
package struct InstallMarker: Sendable {
    private let read: @Sendable () -> Bool
    private let write: @Sendable () -> Void

    package init(isSet: @escaping @Sendable () -> Bool, set: @escaping @Sendable () -> Void) {
        read = isSet
        write = set
    }

    /// True if this installation has set the mark.
    package var isSet: Bool { read() }

    package func set() {
        write()
    }

    /// Returns a mark stored as an empty file, which `set()` creates with its parent folders.
    ///
    /// The existence of a file can also be checked on a locked device. Preferences read as empty then, so a mark among
    /// them would sign users out.
    package static func file(_ url: URL) -> InstallMarker {
        InstallMarker(
            isSet: { access(url.path, F_OK) == 0 },
            set: {
                // If the file cannot be created, it is created the next time; until then the policy applies again.
                try? DiskFile.makeFolder(url.deletingLastPathComponent().path)
                try? DiskFile.create(url.path, with: [])
            })
    }

    /// A mark that is always set, for tests and for programs that need no detection of earlier installations.
    package static let always = InstallMarker(isSet: { true }, set: {})
}
