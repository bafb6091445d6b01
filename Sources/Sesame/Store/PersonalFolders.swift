import Foundation

/// The folders of the person whom the process belongs to, by the XDG Base Directory Specification; in an app of iOS
/// and its kin, which may not write there, below `Library/Application Support`.
struct PersonalFolders {
    /// For what an app remembers: `$XDG_STATE_HOME/sesame` (`~/.local/state/sesame`).
    let state: URL
    /// For what the person sets up: `$XDG_CONFIG_HOME/sesame` (`~/.config/sesame`).
    let config: URL

    init(environment: [String: String]) {
        let home = URL(fileURLWithPath: environment["HOME"] ?? NSHomeDirectory(), isDirectory: true)
        func base(_ variable: String, _ fallback: String) -> URL {
            // The specification has relative paths ignored.
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
