import SesameAccounts
import SesameCore
import SesameWire

/// A check of a Firebase app's GoogleService-Info.plist against its Info.plist and the configuration.
struct GoogleServiceInfoCheck: DoctorCheck {
    func findings(_ installation: Installation) async -> [Finding] {
        guard let path = installation.subjects.googleServiceInfo else { return [] }
        guard let list = PropertyListFile.read(path) else { return [PropertyListFile.unreadable(path)] }
        guard let id = list["CLIENT_ID"]?.string else {
            return [
                .fault(
                    "\(path): CLIENT_ID", "it is missing",
                    why: "Google was not a way to sign in when the file was made",
                    fix: "turn Google on in the Firebase console under Authentication, and fetch the file anew")
            ]
        }
        var findings: [Finding] = []
        let scheme = GoogleClientID(id)?.scheme
        if scheme == nil || list["REVERSED_CLIENT_ID"]?.string.map({ $0 == scheme }) == false {
            findings.append(
                .fault(
                    "\(path): REVERSED_CLIENT_ID", "it is not CLIENT_ID in reverse",
                    why: "the file was changed by hand", fix: "fetch the file anew from the Firebase console"))
        }
        if let info = installation.subjects.infoPlist.flatMap(PropertyListFile.read),
            let other = info["GIDClientID"]?.string, !other.hasSameBytes(as: id)
        {
            findings.append(
                .fault(
                    "\(path): CLIENT_ID", "it is another one than GIDClientID in Info.plist",
                    why: "the two are of different projects or apps",
                    fix: "<key>GIDClientID</key><string>\(id)</string>"))
        }
        return findings.isEmpty ? [.ok(path, "client id and its reverse fit")] : findings
    }
}
