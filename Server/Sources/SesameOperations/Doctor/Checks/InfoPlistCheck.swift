import SesameAccounts
import SesameCore
import SesameWire

/// A check of an Info.plist of an app that signs in with Google: the client ids and the URL scheme.
struct InfoPlistCheck: DoctorCheck {
    func findings(_ installation: Installation) async -> [Finding] {
        guard let path = installation.subjects.infoPlist else { return [] }
        guard let list = PropertyListFile.read(path) else { return [PropertyListFile.unreadable(path)] }
        var findings = Self.bundle(list, path, installation)
        let blocks = installation.blocks(of: .google)
        if blocks.isEmpty, list["GIDClientID"] == nil {
            return findings + [.ok(path, "no app signs in with Google, so nothing of Google's is needed")]
        }
        findings += Self.ids(list, path, blocks)
        findings += Self.schemes(list, path)
        return findings.contains { $0.level == .fault }
            ? findings : findings + [.ok(path, "client id and address scheme fit")]
    }

    private static func bundle(_ list: JSONObject, _ path: String, _ installation: Installation) -> [Finding] {
        let known = installation.blocks(of: .apple).flatMap { $0.texts("clientIDs") }
        guard let id = list["CFBundleIdentifier"]?.string, !id.contains("$("), !known.isEmpty,
            !known.contains(where: id.hasSameBytes)
        else { return [] }
        return [
            .fault(
                "\(path): CFBundleIdentifier", "'\(id)' is none of the apps' client ids at Apple",
                why: "tokens of its Apple sheet are made for it, and refused", fix: "\"clientIDs\": [\"\(id)\"]")
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
                    why: "with Google's own SDK the app ends when somebody signs in; GoogleWebSignIn needs none",
                    fix: "<key>GIDClientID</key><string>1234-abcd.apps.googleusercontent.com</string>, the iOS client")
            ]
        }
        if GoogleClientID(id) == nil {
            let meant = GoogleClientID.meant(by: id)?.text ?? "1234-abcd.apps.googleusercontent.com"
            findings.append(
                .fault(
                    "\(path): GIDClientID", "'\(id)' is no client id of Google's", why: "Google refuses the sign-in",
                    fix: "<key>GIDClientID</key><string>\(meant)</string>"))
        } else if webClients.contains(where: id.hasSameBytes) {
            findings.append(
                .fault(
                    "\(path): GIDClientID", "it is the web client's",
                    why: "Google lets only an iOS client come back to an app; the web client's is GIDServerClientID",
                    fix: "<key>GIDServerClientID</key><string>\(id)</string>, and the iOS client's id as GIDClientID"))
        }
        let server = list["GIDServerClientID"]?.string
        let audience = server ?? id
        if let server, GoogleClientID(server) == nil {
            let meant = GoogleClientID.meant(by: server)?.text ?? webClients.first ?? known.first ?? ""
            findings.append(
                .fault(
                    "\(path): GIDServerClientID", "'\(server)' is no client id of Google's",
                    why: "Google refuses the sign-in", fix: "<key>GIDServerClientID</key><string>\(meant)</string>"))
        } else if !known.contains(where: audience.hasSameBytes), GoogleClientID(audience) != nil {
            findings.append(
                .fault(
                    "\(path): \(server == nil ? "GIDClientID" : "GIDServerClientID")",
                    "'\(audience)' is none of the apps' client ids",
                    why: "the tokens are made for it, and refused",
                    fix: webClients.first.map { "<key>GIDServerClientID</key><string>\($0)</string>" }
                        ?? "\"clientIDs\": [\"\(audience)\"]"))
        } else if server == nil, let web = webClients.first {
            findings.append(
                .note(
                    "\(path): GIDServerClientID", "it is missing",
                    why: "tokens are then made for the iOS client: each client id has to be in 'clientIDs'",
                    fix: "<key>GIDServerClientID</key><string>\(web)</string>"))
        }
        return findings
    }

    /// Checks the URL scheme by which Google returns to the app: the reversed client id.
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
                    ? "'\(near)' stands there as it is, and not in reverse"
                    : "'\(near)' is not the client id in reverse"
            } else {
                "no scheme leads back from Google"
            }
        return [
            .fault(
                "\(path): CFBundleURLTypes", found, why: "the person does not come back to the app from Google",
                fix: """
                    <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>\(id.scheme)\
                    </string></array></dict></array>
                    """)
        ]
    }
}
