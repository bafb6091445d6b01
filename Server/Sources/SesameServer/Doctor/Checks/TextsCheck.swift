import SesameCore

/// Whether there is somebody who carries the texts with digits that apps promise to send.
struct TextsCheck: DoctorCheck {
    func findings(_ installation: Installation) async -> [Finding] {
        let senders = installation.apps.filter {
            $0.settings["providers"]?["password"]?["phones"]?.bool == true
        }
        guard !senders.isEmpty else { return [] }
        guard installation.settings["texts"] == nil else { return [.ok("texts", "texts have their carrier")] }
        return senders.map { app in
            .fault(
                "\(app.path).providers.password.phones",
                "nobody carries texts, and the app signs people in by them",
                why: "every request for digits by phone is refused",
                cure: #""texts": {"url": "https://texts.example.com/send", "secretFile": "/etc/sesame/texts"}"#)
        }
    }
}
