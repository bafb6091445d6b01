import Foundation
import SesameHTTP

/// A check that a process may have enough open files, and that the doctor does not run as root.
struct SystemCheck: DoctorCheck {
    private let limit: Int?
    private let user: uid_t

    /// Reads the limit of open files and the effective user of this process.
    init() {
        self.init(limit: OpenFiles.limit, user: geteuid())
    }

    init(limit: Int?, user: uid_t) {
        self.limit = limit
        self.user = user
    }

    private static let least = 4_096

    func findings(_ installation: Installation) async -> [Finding] {
        var findings: [Finding] = []
        if let limit, limit < Self.least {
            findings.append(
                .note(
                    "machine", "a process may have only \(limit) open files",
                    why: "each connection counts as an open file",
                    fix: "LimitNOFILE=65536 in the unit, or: ulimit -n 65536"))
        }
        if user == 0 {
            findings.append(
                .note(
                    "machine", "the doctor runs as root",
                    why: "the server does not need root, and its user may not be able to read what the doctor can",
                    fix: "sudo -u sesame sesame doctor --config FILE"))
        }
        return findings.isEmpty ? [.ok("machine", "the user and the limits are fine")] : findings
    }
}
