import SesameCore
import SesameTokens

/// A check for invalid settings, which prevent the server's start, and for a missing trusted proxy.
struct SettingsCheck: DoctorCheck {
    func findings(_ installation: Installation) async -> [Finding] {
        // Key files have a separate check.
        let faults = installation.faults.filter { $0.cause != .file }
        guard faults.isEmpty else { return faults.map(Self.finding) }
        let apps = installation.apps.map { $0.name }.joined(separator: ", ")
        guard installation.faults.isEmpty else { return [] }
        let isBehindNobody = (installation.settings["trustedProxies"]?.array ?? []).isEmpty
        return [.ok("configuration", "every setting is taken; apps: \(apps)")] + (isBehindNobody ? [Self.noProxy] : [])
    }

    private static let noProxy = Finding.note(
        "trustedProxies", "no trusted proxy is configured",
        why: "the server has no TLS of its own, and all requests through an unknown proxy count as one sender",
        fix: #""trustedProxies": ["127.0.0.1"], the address of your proxy"#)

    private static func finding(_ fault: ConfigurationError) -> Finding {
        .fault(
            fault.path.isEmpty ? "configuration" : fault.path, fault.problem, why: "the server does not start with it",
            fix: fix(of: fault))
    }

    private static func fix(of fault: ConfigurationError) -> String {
        if let fix = fault.fix { return fix.text }
        guard !fault.path.isEmpty else { return "correct that line; JSON has no trailing commas and no comments" }
        let name = fault.path.split(separator: ".").last.map(String.init) ?? fault.path
        if fault.cause == .unknownSetting { return "remove '\(name)', or correct its spelling" }
        if name == "keyFile", fault.path.hasSuffix(".apple.keyFile") { return #""keyFile": "/etc/sesame/apple.p8""# }
        return lines[name].map { "\"\(name)\": \($0)" } ?? "write what is expected, or remove '\(name)'"
    }

    /// Example values by setting, suggested as the fix for an invalid setting.
    private static let lines: [String: String] = [
        "publicURL": #""https://sign-in.example.com""#,
        "listen": #""127.0.0.1:8080""#,
        "adminListen": #""127.0.0.1:8090""#,
        "dataDir": #""/var/lib/sesame""#,
        "keyFile": #""/etc/sesame/key""#,
        "trustedProxies": #"["127.0.0.1"]"#,
        "proxyHeader": #""X-Forwarded-For" or "Forwarded""#,
        "corsOrigins": #"["https://www.example.com"]"#,
        "origins": #"["https://www.example.com"]"#,
        "projectID": #""shop""#,
        "defaultApp": #""shop""#,
        "texts":
            #"{"url": "https://texts.example.com/send", "secretFile": "/etc/sesame/texts", "countries": ["+33"]}"#,
        "countries": #"["+33", "+49"]"#,
        "textsPerDay": #"{"receiver": 10, "country": 200, "app": 1000}"#,
        "mailsPerDay": #"{"receiver": 20, "app": 10000}"#,
        "apps": #"{"shop": {"providers": {"google": {"clientIDs": ["1234-abcd.apps.googleusercontent.com"]}}}}"#,
        "clientIDs": #"["com.example.shop"] for Apple, ["1234-abcd.apps.googleusercontent.com"] for Google"#,
        "servicesID": #""com.example.shop.web""#,
        "teamID": #""A1B2C3D4E5", "keyID": "F6G7H8I9J0", "keyFile": "/etc/sesame/apple.p8""#,
        "keyID": #""F6G7H8I9J0""#,
        "webClientID": #""1234-abcd.apps.googleusercontent.com""#,
        "clientSecretFile": #""/etc/sesame/google-secret""#,
        "redirectURIs": #"["https://app.example.com/signed-in", "com.example.shop:/signed-in"]"#,
        "signUp": #""implicit" or "explicit""#,
        "emailLinking": #""never" or "verified""#,
        "mergeUndoHours": "24",
        "nonce": NonceForm.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or "),
        "accessMinutes": "15",
        "idleDays": "60",
        "absoluteDays": "365",
        "leewaySeconds": "10",
        "accessDays": "30",
        "deviceDays": "60",
        "language": #""en""#,
        "hosts": #"["shop.example.com"]"#,
    ]
}
