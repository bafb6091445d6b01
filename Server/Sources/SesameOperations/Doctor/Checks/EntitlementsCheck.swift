import SesameAccounts
import SesameCore

/// A check that an app's entitlements file allows Sign in with Apple and push notifications, if the configuration uses
/// them.
struct EntitlementsCheck: DoctorCheck {
    private static let signIn = "com.apple.developer.applesignin"
    private static let push = "aps-environment"

    func findings(_ installation: Installation) async -> [Finding] {
        guard let path = installation.subjects.entitlements else { return [] }
        guard let list = PropertyListFile.read(path) else { return [PropertyListFile.unreadable(path)] }
        var findings: [Finding] = []
        if !installation.blocks(of: .apple).isEmpty {
            if list[Self.signIn] == nil {
                findings.append(
                    .fault(
                        "\(path): \(Self.signIn)", "it is missing", why: "Apple's sign-in sheet fails with error 1000",
                        fix: "<key>\(Self.signIn)</key><array><string>Default</string></array>"))
            } else if list[Self.signIn] != ["Default"] {
                findings.append(
                    .fault(
                        "\(path): \(Self.signIn)", "it must be a list with only 'Default'",
                        why: "Apple's sign-in sheet fails with error 1000",
                        fix: "<key>\(Self.signIn)</key><array><string>Default</string></array>"))
            }
        }
        let sends = installation.apps.contains { $0.settings["push"]?["serviceAccountFile"] != nil }
        if sends, list[Self.push] == nil {
            findings.append(
                .note(
                    "\(path): \(Self.push)", "it is missing", why: "the app's devices receive no pushes",
                    fix: "<key>\(Self.push)</key><string>production</string>"))
        }
        return findings.isEmpty ? [.ok(path, "the entitlements that the configuration requires are present")] : findings
    }
}
