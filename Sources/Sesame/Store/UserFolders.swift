import Foundation

/// The user's folders by the XDG Base Directory Specification. In apps for iOS and related systems, which may not write
/// there, they are below `Library/Application Support`.
struct UserFolders {
    /// The folder for state that an app stores: `$XDG_STATE_HOME/sesame` (`~/.local/state/sesame`).
    let state: URL
    /// The folder for the user's configuration: `$XDG_CONFIG_HOME/sesame` (`~/.config/sesame`).
    let config: URL

    init(environment: [String: String]) {
        let home = URL(fileURLWithPath: environment["HOME"] ?? NSHomeDirectory(), isDirectory: true)
        func base(_ variable: String, _ fallback: String) -> URL {
            // The specification requires that relative paths are ignored.
            guard let path = environment[variable], path.utf8.first == UInt8(ascii: "/") else {
                return home.appendingPathComponent(fallback, isDirectory: true)
            }
            return URL(fileURLWithPath: path, isDirectory: true)
        }
        state = base("XDG_STATE_HOME", Self.state).appendingPathComponent("sesame", isDirectory: true)
        config = base("XDG_CONFIG_HOME", Self.config).appendingPathComponent("sesame", isDirectory: true)
    }

    #if os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
        private static let state = "Library/Application Support/state"
        private static let config = "Library/Application Support/config"
    #else
        private static let state = ".local/state"
        private static let config = ".config"
    #endif
}
