import SesameAccounts
import SesameWire

/// A check of the apps' Google settings: well-formed client ids, including the web client's.
struct GoogleCheck: DoctorCheck {
    func findings(_ installation: Installation) async -> [Finding] {
        installation.blocks(of: .google).flatMap { examine($0) }
    }

    private func examine(_ block: Installation.ProviderBlock) -> [Finding] {
        let ids = block.texts("clientIDs")
        var findings = ids.compactMap { Self.finding($0, at: "\(block.path).clientIDs") }
        if let web = block.text("webClientID") {
            if let finding = Self.finding(web, at: "\(block.path).webClientID") {
                findings.append(finding)
            } else if !ids.contains(where: web.hasSameBytes) {
                findings.append(
                    .fault(
                        "\(block.path).clientIDs", "the web client '\(web)' is not listed",
                        why:
                            "Android, and iOS with GIDServerClientID, get ID tokens for the web client",
                        fix: #""clientIDs": [\#((ids + [web]).map { "\"\($0)\"" }.joined(separator: ", "))]"#))
            }
        } else {
            findings.append(
                .note(
                    block.path, "webClientID is missing",
                    why: "users cannot sign in with Google on the server's own pages or in a browser",
                    fix: #"""
                        "webClientID": "1234-abcd.apps.googleusercontent.com", "clientSecretFile": \#
                        "/etc/sesame/google-secret"
                        """#))
        }
        let projects = Set(ids.compactMap { GoogleClientID($0)?.text.prefix { $0 != "-" && $0 != "." } })
        if projects.count > 1 {
            findings.append(
                .note(
                    "\(block.path).clientIDs", "they belong to several Google Cloud projects",
                    why: "users must consent to each project separately, and one of the projects may not be yours"))
        }
        return findings.isEmpty ? [.ok(block.path, "the client ids have Google's format")] : findings
    }

    private static func finding(_ id: String, at path: String) -> Finding? {
        guard GoogleClientID(id) == nil else { return nil }
        let fix = GoogleClientID.meant(by: id).map { "\"\($0.text)\"" }
        return .fault(
            path, "'\(id)' is not a Google client id",
            why: "Google issues no ID tokens for it, so every sign-in with that client is rejected",
            fix: fix ?? #""1234-abcd.apps.googleusercontent.com", from the Google Cloud console under Clients"#)
    }
}
