import Foundation
import SesameAccounts
import SesameCore

/// A check of the files with keys and secrets: strong enough, readable only by their owner, and outside the data
/// folder.
struct KeyFilesCheck: DoctorCheck {
    func findings(_ installation: Installation) async -> [Finding] {
        var findings: [Finding] = []
        for fault in installation.faults where fault.cause == .file { findings.append(Self.finding(fault)) }
        if let path = installation.settings["keyFile"]?.string, findings.allSatisfy({ $0.subject != "keyFile" }) {
            do throws(ConfigurationError) {
                _ = try MasterKey.read(path)
                findings.append(.ok("keyFile", "'\(path)' is a strong key that only its owner can access"))
            } catch {
                findings.append(Self.finding(error))
            }
        }
        var files: [(path: String, file: String)] = []
        Self.visit(.object(installation.settings), at: "") { files.append(($0, $1)) }
        for (path, file) in files where path != "keyFile" {
            if findings.contains(where: { $0.subject == path }) { continue }
            findings.append(Self.finding(file, at: path, installation))
        }
        return findings
    }

    /// Calls the closure for each setting whose name ends with `File`, with the setting's path and the file.
    private static func visit(_ value: JSONValue, at path: String, _ body: (String, String) -> Void) {
        for member in value.object?.members ?? [] {
            let path = ConfigurationReader.join(path, member.name)
            if member.name.hasSuffix("File"), let file = member.value.string { body(path, file) }
            visit(member.value, at: path, body)
        }
        for (index, element) in (value.array ?? []).enumerated() { visit(element, at: "\(path)[\(index)]", body) }
    }

    private static func finding(_ fault: ConfigurationError) -> Finding {
        .fault(
            fault.path, fault.problem, why: "the server does not start with it",
            fix: fault.fix?.text ?? "name the file that contains it, readable by the server's user")
    }

    private static func finding(_ file: String, at path: String, _ installation: Installation) -> Finding {
        // Certificates are public.
        if path == "mail.authorityFile" {
            return FileManager.default.isReadableFile(atPath: file)
                ? .ok(path, "'\(file)' can be read")
                : .fault(
                    path, "'\(file)' cannot be read", why: "no email is sent",
                    fix: "name a file of PEM certificates that the server's user can read")
        }
        var status = stat()
        guard stat(file, &status) == 0 else {
            return .fault(
                path, "'\(file)' cannot be read: \(String(cString: strerror(errno)))",
                why: "the server does not start with it", fix: "name the file that contains it")
        }
        if installation.isInDataFolder(file) {
            return .fault(
                path, "'\(file)' is in the data folder", why: "a copy of the data folder would contain the secret, too",
                fix: "mv \(file) /etc/sesame/")
        }
        if status.st_mode & 0o007 != 0 {
            return .fault(
                path, "'\(file)' is accessible to every user of this machine",
                why: "anyone who has it can act as you", fix: "chmod 600 \(file)")
        }
        if status.st_mode & 0o070 != 0 {
            return .note(
                path, "'\(file)' is accessible to its group", why: "every member of the group can act as you",
                fix: "chmod 600 \(file)")
        }
        return .ok(path, "only its owner can access '\(file)'")
    }
}
