import SesameAccounts
import SesameWire

/// A check of the apps' Apple settings: well-formed ids, and a key to revoke consent with.
struct AppleCheck: DoctorCheck {
    func findings(_ installation: Installation) async -> [Finding] {
        installation.blocks(of: .apple).flatMap { examine($0) }
    }

    private func examine(_ block: Installation.ProviderBlock) -> [Finding] {
        var findings: [Finding] = []
        for id in block.texts("clientIDs") where !Self.isBundleID(id) {
            findings.append(
                .fault(
                    "\(block.path).clientIDs", "'\(id)' is neither a bundle ID nor a Services ID",
                    why: "Apple issues no tokens for it, so every sign-in is rejected",
                    fix: #""clientIDs": ["com.example.shop"], the app's bundle ID as Xcode shows it"#))
        }
        for name in ["teamID", "keyID"] {
            guard let id = block.text(name), !Self.isTenCharacters(id) else { continue }
            findings.append(
                .fault(
                    "\(block.path).\(name)", "'\(id)' must be ten capital letters and digits",
                    why: "Apple rejects what the server signs with it",
                    fix: name == "teamID"
                        ? #""teamID": "A1B2C3D4E5", from developer.apple.com under Membership details"#
                        : #""keyID": "F6G7H8I9J0", from the name of the file, AuthKey_F6G7H8I9J0.p8"#))
        }
        if let services = block.text("servicesID") { findings += finding(services, block).map { [$0] } ?? [] }
        if block.text("keyFile") == nil {
            findings.append(
                .note(
                    block.path, "no key from Apple is configured",
                    why: """
                        when an account is deleted, Apple requires the consent to be revoked, which needs a key (App \
                        Review Guideline 5.1.1)
                        """,
                    fix: #""teamID": "A1B2C3D4E5", "keyID": "F6G7H8I9J0", "keyFile": "/etc/sesame/apple.p8""#))
        }
        return findings.isEmpty ? [.ok(block.path, "the IDs have Apple's format, and a key is configured")] : findings
    }

    private func finding(_ services: String, _ block: Installation.ProviderBlock) -> Finding? {
        let ids = block.texts("clientIDs")
        guard ids.contains(where: services.hasSameBytes), ids.count == 1 else { return nil }
        return .note(
            "\(block.path).clientIDs", "the Services ID is the only client ID",
            why: "apps on Apple's systems get tokens for their bundle ID, which are rejected",
            fix: #""clientIDs": ["com.example.shop", "\#(services)"]"#)
    }

    /// Returns true if the text is a reversed domain, as bundle ids and Services IDs are.
    static func isBundleID(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count >= 2 && text.utf8.count <= 255
            && parts.allSatisfy { part in
                !part.isEmpty
                    && part.allSatisfy { byte in
                        switch byte {
                        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                            true
                        default: false
                        }
                    }
            }
    }

    private static func isTenCharacters(_ text: String) -> Bool {
        text.utf8.count == 10
            && text.utf8.allSatisfy { byte in
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            }
    }
}
