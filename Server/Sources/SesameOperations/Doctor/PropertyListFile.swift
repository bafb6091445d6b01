import Foundation
import SesameCore

/// A reader of Apple's property lists in XML or binary form, as JSON objects. Dates, data and fractional numbers become
/// null.
enum PropertyListFile {
    private static let maxBytes = 4 << 20

    /// Returns the file's content; nil if it cannot be read or is not a property list with a dictionary.
    static func read(_ path: String) -> JSONObject? {
        guard let file = FileHandle(forReadingAtPath: path),
            let data = try? file.read(upToCount: maxBytes),
            let list = try? PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        else { return nil }
        return value(list).object
    }

    /// Returns the finding for a file that cannot be read.
    static func unreadable(_ path: String) -> Finding {
        .fault(
            path, "the file cannot be read as a property list", why: "its contents cannot be checked",
            fix: "plutil -lint \(path)")
    }

    private static func value(_ value: Any) -> JSONValue {
        switch value {
        case let text as String: .string(text)
        case let array as [Any]: .array(array.map(Self.value))
        case let members as [String: Any]:
            .object(
                JSONObject(
                    members.sorted { $0.key < $1.key }.map {
                        JSONObject.Member(name: $0.key, value: Self.value($0.value))
                    }
                ))
        case let flag as Bool: .bool(flag)
        case let number as Int: .integer(number)
        default: .null
        }
    }
}
