import SesameCore
import SesameSurface
import SesameWire

/// The OpenAPI document, parsed for the documentation page.
struct APIDocument: Sendable {
    /// A group of operations.
    struct Tag: Sendable {
        let name: String
        let description: String
        let operations: [APIOperation]
    }

    /// The whole document as JSON; empty if it could not be parsed.
    let root: JSONObject
    /// The operations by group, in the document's order.
    let tags: [Tag]

    /// Parses the embedded document. Tests ensure that it is valid.
    init(_ bytes: [UInt8] = EmbeddedDocument.openAPI) {
        let limits = JSONLimits(bytes: 1 << 20, depth: 32)
        let root = (try? JSONValue(parsing: bytes, limits: limits))?.object ?? [:]
        let operations = Self.operations(root)
        self.root = root
        tags = (root["tags"]?.array ?? []).map { tag in
            let name = tag["name"]?.string ?? ""
            return Tag(
                name: name, description: tag["description"]?.string ?? "",
                operations: operations.filter { $0.tag.hasSameBytes(as: name) })
        }
    }

    /// The text of `info.description`; empty if it is missing.
    var description: String { root["info"]?["description"]?.string ?? "" }

    /// The schemas in `components/schemas`, in the document's order.
    var schemas: [JSONObject.Member] { root["components"]?["schemas"]?.object?.members ?? [] }

    /// Returns the object, or the object that its `$ref` refers to; empty if there is none.
    func resolved(_ value: JSONValue?) -> JSONObject {
        guard let object = value?.object else { return [:] }
        guard let reference = object["$ref"]?.string else { return object }
        return Self.resolved(reference, in: root)
    }

    private static func resolved(_ reference: String, in root: JSONObject) -> JSONObject {
        var node: JSONValue? = .object(root)
        for name in reference.split(separator: "/").dropFirst() { node = node?[String(name)] }
        return node?.object ?? [:]
    }

    private static func operations(_ root: JSONObject) -> [APIOperation] {
        var operations: [APIOperation] = []
        for path in root["paths"]?.object?.members ?? [] {
            for method in path.value.object?.members ?? [] {
                guard let object = method.value.object else { continue }
                let parameters = (path.value["parameters"]?.array ?? []) + (object["parameters"]?.array ?? [])
                operations.append(
                    APIOperation(
                        method: method.name.uppercased(), path: path.name, object: object, parameters: parameters))
            }
        }
        return operations
    }
}

/// An operation of the OpenAPI document: a method on a path.
struct APIOperation: Sendable {
    let method: String
    let path: String
    let object: JSONObject
    /// The parameters of the path, followed by the operation's own. Some are references.
    let parameters: [JSONValue]

    var id: String { object["operationId"]?.string ?? "" }
    var tag: String { object["tags"]?.array?.first?.string ?? "" }
    var summary: String { object["summary"]?.string ?? "" }
    var description: String? { object["description"]?.string }

    /// The names of the security schemes, any one of which suffices.
    var security: [String] {
        (object["security"]?.array ?? []).compactMap { $0.object?.members.first?.name }
    }

    /// The responses by status.
    var responses: [JSONObject.Member] { object["responses"]?.object?.members ?? [] }

    /// The shell commands in `x-codeSamples`.
    var samples: [String] {
        (object["x-codeSamples"]?.array ?? []).compactMap { $0["source"]?.string }
    }
}
