extension RequestContext {
    /// What of it may be kept in an app.
    package func within(_ app: App) -> RequestContext {
        app.keepsNetworks ? self : RequestContext(requestID: requestID, actor: actor, client: client, device: device)
    }
}
