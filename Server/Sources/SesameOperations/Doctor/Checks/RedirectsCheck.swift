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
                            path, "'\(address)' has a star in it",
                            why: "addresses are compared byte by byte, so it is never met",
                            fix: "write each address out"))
                } else if !address.hasPrefix("http") {
                    findings.append(
                        .note(
                            path, "'\(address)' has a scheme of the app's own",
                            why: """
                                another app on the device can claim the scheme; PKCE keeps it from using the code, and \
                                an https address that is the app's (a universal link) from seeing it
                                """))
                }
            }
            let isOpen = app.settings["loopbackRedirects"]?.bool ?? true
            if !addresses.isEmpty, findings.isEmpty, isOpen {
                findings.append(.ok(path, "whole addresses, and loopback for programs on the person's machine"))
            }
            return findings
        }
    }
}
