extension RequestContext {
    /// Returns the context that the app may store: without the client's network if the app is pseudonymous.
    package func within(_ app: App) -> RequestContext {
        app.recordsClientNetworks
            ? self : RequestContext(requestID: requestID, actor: actor, client: client, device: device)
    }
}
