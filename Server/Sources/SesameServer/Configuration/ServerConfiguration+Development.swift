extension ServerConfiguration {
    /// The five example apps, served on loopback with the development providers.
    ///
    /// - Parameter providers: The development providers' address, without a slash at the end.
    public static func development(
        port: Int, providers: String, dataFolder: String, keyFile: String
    ) throws(ConfigurationError) -> ServerConfiguration {
        var configuration = try ServerConfiguration(parsing: EmbeddedDocument.development)
        configuration.publicURL = "http://127.0.0.1:\(port)"
        configuration.port = port
        configuration.dataFolder = dataFolder
        configuration.keyFile = keyFile
        configuration.developmentProviders = providers
        return configuration
    }
}
