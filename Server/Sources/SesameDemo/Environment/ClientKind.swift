/// The client type with which the apps connect to the server.
package enum ClientKind: String, Sendable, CaseIterable {
    /// Sesame's native client.
    case sesame
    /// The Firebase client, for apps with a Firebase project that the server replaces.
    case firebase

    /// True if users of this client can list their devices, get recovery codes, and sign in with an emailed code.
    var hasDevicesAndCodes: Bool { self == .sesame }
}

extension ScenarioName {
    /// Returns the scenarios that support the client, because not every app has a Firebase project.
    package static func scenes(for client: ClientKind) -> [ScenarioName] {
        switch client {
        case .sesame: allCases
        case .firebase: [.couple, .prysm, .authservice]
        }
    }
}
