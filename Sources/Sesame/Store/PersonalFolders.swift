import Foundation

/// The folders of the person whom the process belongs to, by the XDG Base Directory Specification.
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
        state = base("XDG_STATE_HOME", ".local/state").appendingPathComponent("sesame", isDirectory: true)
        config = base("XDG_CONFIG_HOME", ".config").appendingPathComponent("sesame", isDirectory: true)
    }
}
