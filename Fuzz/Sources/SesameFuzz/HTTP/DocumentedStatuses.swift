import SesameCore
import SesameWire

@testable import SesameSurface

/// The statuses of each operation in the program's OpenAPI document.
struct DocumentedStatuses {
    private var statuses: [String: Set<Int>] = [:]

    /// The statuses of pages and the authorization server, which OpenAPI does not describe.
    private static let ofPages: Set<Int> = [200, 204, 302, 303, 304, 400, 401, 403, 404, 405, 413, 415]
    /// The statuses of requests that match no operation.
    private static let ofNobody: Set<Int> = [204, 400, 404, 405]

    init() throws {
        let document = try JSONValue(parsing: EmbeddedDocument.openAPI, limits: JSONLimits(bytes: 1 << 20, depth: 32))
        for path in document["paths"]?.object?.members ?? [] {
            for operation in path.value.object?.members ?? [] {
                guard let responses = operation.value["responses"]?.object else { continue }
                statuses["\(operation.name.uppercased()) \(path.name)"] = Set(
                    responses.members.compactMap { Int($0.name) })
            }
        }
    }

    /// Returns true if the operation may return the status. `pattern` is a dash if no route matched.
    func allow(_ status: Int, of pattern: String, _ method: String) -> Bool {
        guard pattern != "-" else { return Self.ofNobody.contains(status) }
        let method = method == "HEAD" ? "GET" : method
        return (statuses["\(method) \(pattern)"] ?? Self.ofPages).contains(status)
    }
}
