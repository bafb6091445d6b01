package import Foundation

/// Tells a new installation from an old one.
///
/// The Keychain survives the removal of an app, its files do not. So a session without this mark is from an
/// installation before this one, and perhaps of the device's last owner.
package struct InstallMarker: Sendable {
    private let read: @Sendable () -> Bool
    private let write: @Sendable () -> Void

    /// A mark of the given parts.
    package init(isSet: @escaping @Sendable () -> Bool, set: @escaping @Sendable () -> Void) {
        read = isSet
        write = set
    }

    /// True if this installation is known.
    package var isSet: Bool { read() }

    /// Notes that it is.
    package func set() {
        write()
    }

    /// A mark that is an empty file, made with the folders above it.
    ///
    /// Whether a file is there can be told on a locked device, too. Preferences read as empty then, and a mark among
    /// them would sign people out.
    package static func file(_ url: URL) -> InstallMarker {
        InstallMarker(
            isSet: { access(url.path, F_OK) == 0 },
            set: {
                // One that cannot be made is made the next time: until then the policy is asked again.
                try? DiskFile.makeFolder(url.deletingLastPathComponent().path)
                try? DiskFile.create(url.path, with: [])
            })
    }

    /// For programs that cannot be reinstalled behind the Keychain's back.
    package static let always = InstallMarker(isSet: { true }, set: {})
}
