import SesameCore
import SesameWire

extension JSONValue {
    /// Returns the value as indented JSON. An array that contains no object stays on one line.
    func indented(by depth: Int = 0) -> String {
        let inner = String(repeating: "  ", count: depth + 1)
        let outer = String(repeating: "  ", count: depth)
        switch self {
        case .object(let object) where !object.isEmpty:
            let members = object.members.map { member in
                inner + JSONValue.string(member.name).line + ": " + member.value.indented(by: depth + 1)
            }
            return "{\n" + members.joined(separator: ",\n") + "\n" + outer + "}"
        case .array(let elements) where elements.contains { $0.object != nil }:
            return "[\n" + elements.map { inner + $0.indented(by: depth + 1) }.joined(separator: ",\n") + "\n" + outer
                + "]"
        default: return line
        }
    }

    private var line: String { String(decoding: serialized(), as: UTF8.self) }
}
