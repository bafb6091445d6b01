extension ProviderService {
    /// Counts a provider's code before its exchange for the app, because each exchange is a request to the provider.
    package func admitCredential(of app: App, from address: ClientAddress) throws(AccountError) {
        try limiter?.admitCredential(of: app.id, from: address)
    }
}
