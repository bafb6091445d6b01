import SesameCore

/// Whether there is somebody who carries what apps promise to send: mails with links, texts with digits.
struct MessagesCheck: DoctorCheck {
    func findings(_ installation: Installation) async -> [Finding] {
        let policies = installation.apps.compactMap { app in
            (app.settings["providers"]?["password"]?.object).map { ("\(app.path).providers.password", $0) }
        }
        guard !policies.isEmpty else { return [] }
        let sendsTexts = policies.filter { $0.1["phones"]?.bool == true }
        var findings: [Finding] = []
        if installation.settings["mail"] == nil {
            findings.append(
                .note(
                    "mail", "there is no mail server, and people have passwords",
                    why: "who forgets a password gets no link to choose another, and no address is verified",
                    cure: #""mail": {"server": "smtps://mail.example.com:465", "from": "no-reply@example.com"}"#))
        }
        if installation.settings["texts"] == nil {
            findings += sendsTexts.map { path, _ in
                .fault(
                    "\(path).phones", "nobody carries texts, and the app signs people in by them",
                    why: "every request for digits by phone is refused",
                    cure: #""texts": {"url": "https://texts.example.com/send", "secretFile": "/etc/sesame/texts"}"#)
            }
        }
        return findings.isEmpty ? [.ok("messages", "mails and texts have their carriers")] : findings
    }
}
