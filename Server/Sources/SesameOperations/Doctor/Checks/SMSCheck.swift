import SesameCore

/// A check that apps that send text messages have an SMS provider and countries.
struct SMSCheck: DoctorCheck {
    private static let promises: [(setting: [String], what: String)] = [
        (["providers", "password", "phones"], "users of the app sign in by SMS"),
        (["secondFactors", "phone"], "the app has phones as second factors"),
    ]

    func findings(_ installation: Installation) async -> [Finding] {
        let promises = installation.apps.flatMap { app in
            Self.promises.filter { promise in
                promise.setting.reduce(JSONValue?.some(.object(app.settings))) { $0?[$1] }?.bool == true
            }.map { (subject: ([app.path] + $0.setting).joined(separator: "."), what: $0.what) }
        }
        guard !promises.isEmpty else { return [] }
        if let texts = installation.settings["texts"] {
            guard texts[TextSettings.countriesKey.name]?.array?.isEmpty ?? true else {
                return [.ok("texts", "the SMS provider and countries are configured")]
            }
            return [
                .fault(
                    "texts.\(TextSettings.countriesKey.name)", "no country is listed",
                    why: "no SMS is sent until you list the countries of your users",
                    fix: #""texts": {"countries": ["+33", "+49"]}, in addition to the present settings"#)
            ]
        }
        return promises.map { promise in
            .fault(
                promise.subject, "there is no SMS provider, but \(promise.what)",
                why: "every request for a one-time code by SMS is rejected",
                fix:
                    #""texts": {"url": "https://texts.example.com/send", "secretFile": "/etc/sesame/texts", "countries": ["+33"]}"#
            )
        }
    }
}
