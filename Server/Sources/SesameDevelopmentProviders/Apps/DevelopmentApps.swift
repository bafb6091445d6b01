import SesameWire

/// The registered apps, found by name or client id. All names are compared as bytes.
struct DevelopmentApps: Sendable {
    let all: [DevelopmentApp]

    init(_ apps: [DevelopmentApp]) {
        all = apps
    }

    func app(named name: String) -> DevelopmentApp? {
        all.first { $0.name.hasSameBytes(as: name) }
    }

    func app(withClientID clientID: String, at provider: ProviderKind) -> DevelopmentApp? {
        all.first { app in app.clientIDs(at: provider).contains { $0.hasSameBytes(as: clientID) } }
    }

    /// Returns the registered client with the given id; nil if no app has registered it.
    func registered(_ clientID: String, at provider: ProviderKind) -> RegisteredClient? {
        app(withClientID: clientID, at: provider).map { RegisteredClient(clientID, of: $0, at: provider) }
    }

    /// Returns the client for which a token is requested: the app's default client, or any client id, registered or
    /// not. Throws if the app does not exist or has no client at the provider.
    func client(_ choice: MintRequest.Client, at provider: ProviderKind) throws(ProviderError) -> ProviderClient {
        switch choice {
        case .clientID(let clientID):
            // An unregistered client: an audience check must refuse its tokens.
            let team =
                app(withClientID: clientID, at: provider)?.appleTeamID ?? DevelopmentApp.teamID(of: clientID)
            return ProviderClient(id: clientID, team: team)
        case .app(let name):
            guard let app = app(named: name) else {
                let names = all.map { "'\($0.name)'" }.joined(separator: ", ")
                throw ProviderError(.invalidRequest, "there is no app with that name; the apps are: \(names)")
            }
            guard let clientID = app.clientIDs(at: provider).first else {
                throw ProviderError(
                    .invalidRequest, "app '\(name)' has no client id at \(provider.rawValue); name a clientID")
            }
            return ProviderClient(id: clientID, team: app.appleTeamID)
        }
    }
}

/// The client for which a token is issued: its id, which is the token's audience, and its Apple team.
struct ProviderClient: Sendable {
    let id: String
    let team: String
}
