package import SesameCore

/// One finding of the doctor: the problem, the reason why it matters, and the fix.
package struct Finding: Sendable, Equatable {
    /// The severity of a finding.
    package enum Level: String, Sendable, CaseIterable {
        /// The subject is correct.
        case ok
        /// The subject works, but the operator should know something about it.
        case note
        /// The subject does not work or is not safe.
        case fault
    }

    package let level: Level
    /// The subject: a setting by its path, a file, or a part of the machine.
    package let subject: String
    /// The problem, or a confirmation that the subject is correct.
    package let found: String
    /// The reason why the finding matters; nil if the subject is correct.
    package let reason: String?
    /// The line to write or the command to run; nil if there is no fix.
    package let fix: String?

    private init(_ level: Level, _ subject: String, _ found: String, _ reason: String?, _ fix: String?) {
        self.level = level
        self.subject = subject
        self.found = found
        self.reason = reason
        self.fix = fix
    }

    /// Creates a finding for a correct subject.
    package static func ok(_ subject: String, _ found: String) -> Finding {
        Finding(.ok, subject, found, nil, nil)
    }

    /// Creates a note: the subject works, but the operator should know something about it.
    package static func note(_ subject: String, _ found: String, why reason: String, fix: String? = nil) -> Finding {
        Finding(.note, subject, found, reason, fix)
    }

    /// Creates a finding for a subject that does not work or is not safe.
    package static func fault(_ subject: String, _ found: String, why reason: String, fix: String) -> Finding {
        Finding(.fault, subject, found, reason, fix)
    }
}

extension Finding {
    /// The finding as text for a terminal.
    package var text: String {
        var lines = ["\(level.rawValue.padded(to: 6))\(subject.isEmpty ? "" : "\(subject): ")\(found)"]
        if let reason { lines.append("      why:  \(reason)") }
        if let fix { lines.append("      cure: \(fix)") }
        return lines.joined(separator: "\n")
    }

    /// The finding as JSON, for `sesame doctor --json`.
    package var json: JSONObject {
        var json: JSONObject = [
            "level": .string(level.rawValue), "subject": .string(subject), "found": .string(found),
        ]
        json["why"] = reason.map(JSONValue.string)
        json["cure"] = fix.map(JSONValue.string)
        return json
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - utf8.count))
    }
}
