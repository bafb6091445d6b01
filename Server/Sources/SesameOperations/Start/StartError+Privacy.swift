package import SesameAccounts

extension StartError {
    package init(_ error: PrivacyError) {
        switch error {
        case .storage(let cause): self.init("what is kept of people cannot be read: \(cause)")
        case .keyMismatch(let version):
            self.init(
                """
                pseudonymKeyFile: its key v\(version) is not the one that this data was made with, and nobody would be \
                known by it; name that file, or add the new key to it as another version
                """)
        case .storedInClear(let app):
            self.init(
                """
                apps.\(app).privacy: the app has accounts of people under their providers' ids, which would not be found \
                under pseudonyms; give the mode to an app of its own, or begin with an empty data folder
                """)
        case .storedPseudonymously(let app):
            self.init(
                """
                apps.\(app).privacy: the app has accounts of people under pseudonyms, which would not be found under \
                their providers' ids; leave "privacy": "pseudonymous"
                """)
        }
    }
}
