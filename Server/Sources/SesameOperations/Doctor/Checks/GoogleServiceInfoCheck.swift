import SesameAccounts
import SesameCore
import SesameWire

/// A check of a Firebase app's GoogleService-Info.plist: it has a client id and the matching reversed client id, and
/// Info.plist has the same client id.
struct GoogleServiceInfoCheck: DoctorCheck {
    func findings(_ installation: Installation) async -> [Finding] {
        guard let path = installation.subjects.googleServiceInfo else { return [] }
        guard let list = PropertyListFile.read(path) else { return [PropertyListFile.unreadable(path)] }
        guard let id = list["CLIENT_ID"]?.string else {
            return [
                .fault(
                    "\(path): CLIENT_ID", "it is missing",
                    why: "Google was not enabled as a sign-in method when the file was created",
                    fix: "enable Google in the Firebase console under Authentication, and download the file again")
            ]
        }
        var findings: [Finding] = []
        let scheme = GoogleClientID(id)?.scheme
        if scheme == nil || list["REVERSED_CLIENT_ID"]?.string.map({ $0 == scheme }) == false {
            findings.append(
                .fault(
                    "\(path): REVERSED_CLIENT_ID", "it is not the reversed form of a valid CLIENT_ID",
                    why: "the file was edited by hand", fix: "download the file again from the Firebase console"))
        }
        if let info = installation.subjects.infoPlist.flatMap(PropertyListFile.read),
            let other = info["GIDClientID"]?.string, !other.hasSameBytes(as: id)
        {
            findings.append(
                .fault(
                    "\(path): CLIENT_ID", "it differs from GIDClientID in Info.plist",
                    why: "the two belong to different projects or apps",
                    fix: "<key>GIDClientID</key><string>\(id)</string>"))
        }
        return findings.isEmpty ? [.ok(path, "the client id and its reversed form match")] : findings
    }
}
