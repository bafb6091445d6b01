import SesameAccounts
import SesameCore
import SesameWire

/// A check of an app's Info.plist: the bundle id is one of the Apple client ids, and Google's client ids and the URL
/// scheme for the return from Google are correct.
struct InfoPlistCheck: DoctorCheck {
    func findings(_ installation: Installation) async -> [Finding] {
        guard let path = installation.subjects.infoPlist else { return [] }
        guard let list = PropertyListFile.read(path) else { return [PropertyListFile.unreadable(path)] }
        var findings = Self.bundle(list, path, installation)
        let blocks = installation.blocks(of: .google)
        if blocks.isEmpty, list["GIDClientID"] == nil {
            return findings + [.ok(path, "no app signs in with Google, so no Google settings are needed")]
        }
        findings += Self.ids(list, path, blocks)
        findings += Self.schemes(list, path)
        return findings.contains { $0.level == .fault }
            ? findings : findings + [.ok(path, "no errors in the client ids and the URL scheme")]
    }

    private static func bundle(_ list: JSONObject, _ path: String, _ installation: Installation) -> [Finding] {
        let known = installation.blocks(of: .apple).flatMap { $0.texts("clientIDs") }
        guard let id = list["CFBundleIdentifier"]?.string, !id.contains("$("), !known.isEmpty,
            !known.contains(where: id.hasSameBytes)
        else { return [] }
        return [
            .fault(
                "\(path): CFBundleIdentifier", "'\(id)' is not among the apps' Apple client ids",
                why: "Apple's sign-in sheet issues ID tokens for it, and they are rejected",
                fix: "\"clientIDs\": [\"\(id)\"]")
        ]
    }

    private static func ids(
        _ list: JSONObject, _ path: String, _ blocks: [Installation.ProviderBlock]
    ) -> [Finding] {
        let known = blocks.flatMap { $0.texts("clientIDs") }
        let webClients = blocks.compactMap { $0.text("webClientID") }
        var findings: [Finding] = []
        guard let id = list["GIDClientID"]?.string else {
            return [
                .note(
                    "\(path): GIDClientID", "it is missing",
                    why: "without it, Google's own SDK crashes the app at sign-in; GoogleWebSignIn does not need it",
                    fix: "<key>GIDClientID</key><string>1234-abcd.apps.googleusercontent.com</string>, the iOS client's"
                )
            ]
        }
        if GoogleClientID(id) == nil {
            let meant = GoogleClientID.meant(by: id)?.text ?? "1234-abcd.apps.googleusercontent.com"
            findings.append(
                .fault(
                    "\(path): GIDClientID", "'\(id)' is not a Google client id", why: "Google rejects the sign-in",
                    fix: "<key>GIDClientID</key><string>\(meant)</string>"))
        } else if webClients.contains(where: id.hasSameBytes) {
            findings.append(
                .fault(
                    "\(path): GIDClientID", "it is the web client's id",
                    why: "Google returns to an app only for an iOS client; the web client's id is GIDServerClientID",
                    fix: "<key>GIDServerClientID</key><string>\(id)</string>, and the iOS client's id as GIDClientID"))
        }
        let server = list["GIDServerClientID"]?.string
        let audience = server ?? id
        if let server, GoogleClientID(server) == nil {
            let meant = GoogleClientID.meant(by: server)?.text ?? webClients.first ?? known.first ?? ""
            findings.append(
                .fault(
                    "\(path): GIDServerClientID", "'\(server)' is not a Google client id",
                    why: "Google rejects the sign-in", fix: "<key>GIDServerClientID</key><string>\(meant)</string>"))
        } else if !known.contains(where: audience.hasSameBytes), GoogleClientID(audience) != nil {
            findings.append(
                .fault(
                    "\(path): \(server == nil ? "GIDClientID" : "GIDServerClientID")",
                    "'\(audience)' is not among the apps' client ids",
                    why: "the ID tokens are issued for it, and they are rejected",
                    fix: webClients.first.map { "<key>GIDServerClientID</key><string>\($0)</string>" }
                        ?? "\"clientIDs\": [\"\(audience)\"]"))
        } else if server == nil, let web = webClients.first {
            findings.append(
                .note(
                    "\(path): GIDServerClientID", "it is missing",
                    why: "ID tokens are then issued for the iOS client: each client id must be in 'clientIDs'",
                    fix: "<key>GIDServerClientID</key><string>\(web)</string>"))
        }
        return findings
    }

    /// Returns a finding if the Info.plist lacks the URL scheme with which Google returns to the app: the reversed
    /// client id.
    private static func schemes(_ list: JSONObject, _ path: String) -> [Finding] {
        guard let text = list["GIDClientID"]?.string, let id = GoogleClientID(text) ?? GoogleClientID.meant(by: text)
        else { return [] }
        let schemes = (list["CFBundleURLTypes"]?.array ?? []).flatMap { type in
            type["CFBundleURLSchemes"]?.array?.compactMap(\.string) ?? []
        }
        guard !schemes.contains(where: id.scheme.hasSameBytes) else { return [] }
        let near = schemes.first { GoogleClientID.meant(by: $0) != nil || $0.contains("googleusercontent") }
        let found =
            if let near {
                near.hasSameBytes(as: id.text)
                    ? "'\(near)' is the client id itself, not its reversed form"
                    : "'\(near)' is not the reversed client id"
            } else {
                "the URL scheme for the return from Google is missing"
            }
        return [
            .fault(
                "\(path): CFBundleURLTypes", found, why: "the user does not return to the app from Google",
                fix: """
                    <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>\(id.scheme)\
                    </string></array></dict></array>
                    """)
        ]
    }
}
