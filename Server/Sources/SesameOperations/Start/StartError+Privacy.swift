package import SesameAccounts

extension StartError {
    package init(_ error: PrivacyError) {
        switch error {
        case .storage(let cause):
            self.init("the apps' privacy modes cannot be checked against the stored accounts: \(cause)")
        case .keyMismatch(let version):
            self.init(
                """
                pseudonymKeyFile: its key v\(version) is not the key that this data was created with, and no user \
                would be recognized; name the original file, or add the new key to it as another version
                """)
        case .storedInClear(let app):
            self.init(
                """
                apps.\(app).privacy: the app has accounts stored under their providers' ids, which would not be found \
                under pseudonyms; use this mode for a new app, or start with an empty data folder
                """)
        case .storedPseudonymously(let app):
            self.init(
                """
                apps.\(app).privacy: the app has accounts stored under pseudonyms, which would not be found under \
                their providers' ids; keep "privacy": "pseudonymous"
                """)
        }
    }
}
