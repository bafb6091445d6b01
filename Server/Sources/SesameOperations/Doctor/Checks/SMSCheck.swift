import SesameCore

/// A check that apps that send text messages have an SMS provider and countries.
struct SMSCheck: DoctorCheck {
    private static let promises: [(setting: [String], what: String)] = [
        (["providers", "password", "phones"], "the app signs people in by them"),
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
                return [.ok("texts", "texts have their carrier")]
            }
            return [
                .fault(
                    "texts.\(TextSettings.countriesKey.name)", "no country is named",
                    why: "no text is sent until you name the countries of your people",
                    fix: #""texts": {"countries": ["+33", "+49"]}, beside what stands there"#)
            ]
        }
        return promises.map { promise in
            .fault(
                promise.subject, "nobody carries texts, and \(promise.what)",
                why: "every request for digits by phone is refused",
                fix:
                    #""texts": {"url": "https://texts.example.com/send", "secretFile": "/etc/sesame/texts", "countries": ["+33"]}"#
            )
        }
    }
}
