import SesameAccounts
import SesameCore

extension SecondFactorSettings {
    /// Reads an app's `secondFactors`; none may be added where the app has no such block.
    init(_ app: ConfigurationReader) throws(ConfigurationError) {
        guard let (value, path) = app.value("secondFactors") else {
            self.init()
            return
        }
        let names = SecondFactor.Kind.allCases.map(\.rawValue)
        let reader = try ConfigurationReader(value, at: path, allowing: names)
        var kinds: Set<SecondFactor.Kind> = []
        for kind in SecondFactor.Kind.allCases where try reader.bool(kind.rawValue) ?? false { kinds.insert(kind) }
        self.init(kinds)
    }
}
