/// The client type with which the apps connect to the server.
package enum ClientKind: String, Sendable, CaseIterable {
    /// Sesame's native client.
    case sesame
    /// Firebase's client, for apps whose Firebase project is replaced by the Sesame server.
    case firebase

    /// True if the client supports the list of the user's devices, new recovery codes, and sign-in with an emailed
    /// code.
    var hasDevicesAndCodes: Bool { self == .sesame }
}

extension ScenarioName {
    /// Returns the scenarios that the client can play. Firebase's client plays only the scenarios of apps with a
    /// Firebase project.
    package static func scenes(for client: ClientKind) -> [ScenarioName] {
        switch client {
        case .sesame: allCases
        case .firebase: [.couple, .prysm, .authservice]
        }
    }
}
