extension ProviderService {
    /// Counts a provider's code that is about to be exchanged for the app: a request to the provider each.
    package func admitCredential(of app: App, from address: ClientAddress) throws(Refusal) {
        try limiter?.admitCredential(of: app.id, from: address)
    }
}
