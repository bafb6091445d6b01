/// The client type with which the apps connect to the server.
package enum ClientKind: String, Sendable, CaseIterable {
    /// Sesame's native client.
    case sesame
    /// Firebase's client, for apps whose Firebase project this server replaces.
    case firebase

    /// True if the SDK with this client can list the user's devices, create recovery codes, and sign in with an emailed
    /// code.
    var hasDevicesAndCodes: Bool { self == .sesame }
}

extension ScenarioName {
    /// Returns the scenarios that can be played with the client. Firebase's client plays only those whose app has a
    /// Firebase project.
    package static func scenes(for client: ClientKind) -> [ScenarioName] {
        switch client {
        case .sesame: allCases
        case .firebase: [.couple, .prysm, .authservice]
        }
    }
}
