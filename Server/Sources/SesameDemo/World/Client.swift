/// By which of the library's back ends the apps reach the server.
package enum Client: String, Sendable, CaseIterable {
    /// The server's own.
    case sesame
    /// That of apps with a Firebase project: the server stands in for it.
    case firebase

    /// True if a person sees their devices, gets recovery codes, and signs in by a code in a mail.
    var hasDevicesAndCodes: Bool { self == .sesame }
}

extension SceneName {
    /// The scenes that can be played by that client: not every app has a Firebase project.
    package static func scenes(for client: Client) -> [SceneName] {
        switch client {
        case .sesame: allCases
        case .firebase: [.couple, .prysm, .authservice]
        }
    }
}
