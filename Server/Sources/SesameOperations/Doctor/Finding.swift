package import SesameCore

/// One thing that the doctor has found: what, why it matters, and what to write or do about it.
package struct Finding: Sendable, Equatable {
    /// The severity.
    package enum Level: String, Sendable, CaseIterable {
        /// As it should be.
        case ok
        /// It works, and the operator should know something about it.
        case note
        /// Something does not work, or is not safe.
        case fault
    }

    /// The severity.
    package let level: Level
    /// The subject: a setting by its path, a file, or a part of the machine.
    package let subject: String
    /// The finding.
    package let found: String
    /// The reason why it matters.
    package let reason: String?
    /// The line to write, or the command to run.
    package let cure: String?

    private init(_ level: Level, _ subject: String, _ found: String, _ reason: String?, _ cure: String?) {
        self.level = level
        self.subject = subject
        self.found = found
        self.reason = reason
        self.cure = cure
    }

    /// Something that is as it should be.
    package static func ok(_ subject: String, _ found: String) -> Finding {
        Finding(.ok, subject, found, nil, nil)
    }

    /// Something that the operator should know.
    package static func note(_ subject: String, _ found: String, why reason: String, cure: String? = nil) -> Finding {
        Finding(.note, subject, found, reason, cure)
    }

    /// Something that does not work, or is not safe.
    package static func fault(_ subject: String, _ found: String, why reason: String, cure: String) -> Finding {
        Finding(.fault, subject, found, reason, cure)
    }
}

extension Finding {
    /// The finding for somebody at a terminal.
    package var text: String {
        var lines = ["\(level.rawValue.padded(to: 6))\(subject.isEmpty ? "" : "\(subject): ")\(found)"]
        if let reason { lines.append("      why:  \(reason)") }
        if let cure { lines.append("      cure: \(cure)") }
        return lines.joined(separator: "\n")
    }

    /// The finding for a program.
    package var json: JSONObject {
        var json: JSONObject = [
            "level": .string(level.rawValue), "subject": .string(subject), "found": .string(found),
        ]
        json["why"] = reason.map(JSONValue.string)
        json["cure"] = cure.map(JSONValue.string)
        return json
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - utf8.count))
    }
}
