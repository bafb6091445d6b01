extension ProviderService {
    /// Counts an authorization code against the rate limits of the client's address and the app; throws if one is
    /// exceeded. Call it before exchanging the code, because each exchange is a request to the provider.
    package func admitCredential(of app: App, from address: ClientAddress) throws(AccountError) {
        try limiter?.admitCredential(of: app.id, from: address)
    }
}
