extension ServerConfiguration {
    /// This configuration, unless it would be unsafe in production.
    public func forProduction() throws(ConfigurationError) -> ServerConfiguration {
        if developmentProviders != nil {
            throw ConfigurationError(
                "developmentProviders", "whoever reaches them is whoever they like; they are for 'sesame dev' only")
        }
        if !publicURL.hasPrefix("https://"), !isLoopback(publicURL) {
            throw ConfigurationError("publicURL", "https is required; end TLS in a proxy in front of the server")
        }
        if keyFile.hasPrefix(dataFolder.hasSuffix("/") ? dataFolder : dataFolder + "/") {
            throw ConfigurationError("keyFile", "the key must lie outside the data folder, where backups are made")
        }
        return self
    }

    private func isLoopback(_ url: String) -> Bool {
        ["http://127.0.0.1", "http://localhost", "http://[::1]"].contains { prefix in
            url == prefix || url.hasPrefix(prefix + ":")
        }
    }
}
