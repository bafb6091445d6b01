import SesameAccounts
import SesameCore

extension SecondFactorSettings {
    static let settings = SettingGroup(SecondFactor.Kind.allCases.map { key(of: $0) })

    private static func key(of kind: SecondFactor.Kind) -> SettingKey<Bool> {
        .flag(kind.rawValue, usual: false, "Whether users can add \(kind.inWords).")
    }

    /// Reads an app's `secondFactors`. If the block is missing, users cannot add second factors.
    init(_ app: ConfigurationReader) throws(ConfigurationError) {
        guard let reader = try app.read(AppSettings.secondFactors) else {
            self.init()
            return
        }
        var kinds: Set<SecondFactor.Kind> = []
        for kind in SecondFactor.Kind.allCases where try reader.read(Self.key(of: kind)) { kinds.insert(kind) }
        self.init(kinds)
    }
}

extension SecondFactor.Kind {
    fileprivate var inWords: String {
        switch self {
        case .totp: "an authenticator app"
        case .phone: "a phone number for SMS codes"
        }
    }
}
