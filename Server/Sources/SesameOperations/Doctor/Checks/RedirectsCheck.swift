import SesameAccounts
import SesameCore

/// A check of the apps' redirect URLs: complete, and not open to interception by other apps.
struct RedirectsCheck: DoctorCheck {
    func findings(_ installation: Installation) async -> [Finding] {
        installation.apps.flatMap { app in
            let path = "\(app.path).redirectURIs"
            let addresses = app.settings["redirectURIs"]?.array?.compactMap(\.string) ?? []
            var findings: [Finding] = []
            for address in addresses where RegisteredRedirects.isValidRedirectURI(address) {
                if address.contains("*") {
                    findings.append(
                        .fault(
                            path, "'\(address)' contains a star",
                            why: "redirect URIs are compared byte by byte, so it never matches",
                            fix: "write out each redirect URI"))
                } else if !address.hasPrefix("http") {
                    findings.append(
                        .note(
                            path, "'\(address)' has a custom scheme",
                            why: """
                                another app on the device can claim the scheme; PKCE prevents it from using the code, \
                                and an https URL of the app's own (a universal link) from seeing it
                                """))
                }
            }
            let isOpen = app.settings["loopbackRedirects"]?.bool ?? true
            if !addresses.isEmpty, findings.isEmpty, isOpen {
                findings.append(.ok(path, "complete redirect URIs, and loopback for programs on the user's machine"))
            }
            return findings
        }
    }
}
