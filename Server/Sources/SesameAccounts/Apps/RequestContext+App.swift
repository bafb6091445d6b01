extension RequestContext {
    /// Returns the parts that an app may store.
    package func within(_ app: App) -> RequestContext {
        app.recordsClientNetworks
            ? self : RequestContext(requestID: requestID, actor: actor, client: client, device: device)
    }
}
