/// The reference page of all settings in Markdown, generated from their declarations.
package struct SettingsPage {
    package init() {}

    package var text: String {
        var shown: Set<[String]> = []
        return Self.sections(ServerSettings.group, at: "", &shown).joined(separator: "\n")
    }

    /// Returns the table of a group, followed by those of its members. Groups with the same members share one table.
    private static func sections(_ group: SettingGroup, at path: String, _ shown: inout Set<[String]>) -> [String] {
        guard shown.insert(group.names).inserted else { return [] }
        var table = "## \(path.isEmpty ? "Server" : path)\n| Key | Default | |\n|---|---|---|\n"
        var inner: [(path: String, group: SettingGroup)] = []
        for setting in group.settings {
            let name = (path.isEmpty ? "" : path + ".") + setting.name + (setting.form.isNamed ? ".NAME" : "")
            var usual = setting.isRequired ? "required" : setting.usual ?? "none"
            if let members = setting.form.members, !members.isLimit {
                inner.append((name, members))
                if !shown.contains(members.names) {
                    let link = "[keys](#\(anchor(name)))"
                    usual = setting.isRequired || setting.usual != nil ? "\(usual); \(link)" : link
                }
            } else if let members = setting.form.members {
                usual = members.settings.map { "`\($0.name)` \($0.usual ?? "")" }.joined(separator: ", ")
            }
            table += "| `\(setting.name)` | \(usual) | \(description(setting)) |\n"
        }
        return [table] + inner.flatMap { sections($0.group, at: $0.path, &shown) }
    }

    /// Returns the anchor that GitHub generates for a heading that consists of letters, digits and dots.
    private static func anchor(_ path: String) -> String {
        path.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    private static func description(_ setting: Setting) -> String {
        switch setting.form {
        case .integer(let range) where range.upperBound < 1_000_000:
            "\(setting.purpose) \(range.lowerBound) to \(range.upperBound)."
        case .choice(let words):
            "\(words.map { "`\($0)`" }.joined(separator: " or ")). \(setting.purpose)"
        case .texts: "\(setting.purpose) A list."
        default: setting.purpose
        }
    }
}

extension SettingForm {
    /// The members of the object or objects that the value contains; nil for a form without objects.
    fileprivate var members: SettingGroup? {
        switch self {
        case .group(let group), .named(let group), .list(let group): group
        default: nil
        }
    }

    fileprivate var isNamed: Bool {
        if case .named = self { true } else { false }
    }
}

extension SettingGroup {
    /// True for a rate with a burst. All limits have these two members, so they need no table of their own.
    fileprivate var isLimit: Bool { names.contains("burst") }
}
