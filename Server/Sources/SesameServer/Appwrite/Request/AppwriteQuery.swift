import SesameCore
import SesameHTTP

/// One of the queries of a list: `{"method": "equal", "attribute": "email", "values": ["a@example.com"]}`.
struct AppwriteQuery {
    let method: String
    let attribute: String
    let values: [JSONValue]

    /// The greatest number of queries of a request, and of values of a query.
    static let most = 100

    init(_ text: String) throws {
        guard let json = try? JSONValue(parsing: Array(text.utf8)).object, let method = json["method"]?.string else {
            throw AppwriteProblem.queryInvalid
        }
        self.method = method
        attribute = json["attribute"]?.string ?? ""
        values = json["values"]?.array ?? []
        guard values.count <= Self.most else { throw AppwriteProblem.queryInvalid }
    }

    /// The one value, as a whole number of that range.
    func integer(in range: ClosedRange<Int64>) throws -> Int {
        guard values.count == 1, let integer = values[0].integer, range.contains(integer) else {
            throw AppwriteProblem.queryInvalid
        }
        return Int(integer)
    }

    /// The one value, as a text.
    func text() throws -> String {
        guard values.count == 1, let text = values[0].string else { throw AppwriteProblem.queryInvalid }
        return text
    }
}

/// The queries of a list, with those for its pages taken apart from the others.
struct AppwriteQueries {
    /// How many are given at most.
    private(set) var limit = 25
    /// How many are passed over.
    private(set) var offset = 0
    /// Only those behind one, or before it.
    private(set) var cursor: (id: String, isBefore: Bool)?
    /// All others, in the order sent.
    private(set) var others: [AppwriteQuery] = []
    /// Whether whoever asks wants to know how many there are.
    let wantsTotal: Bool

    init(_ request: HTTPRequest) throws {
        wantsTotal = !["false", "0"].contains(request.query["total"] ?? "")
        let texts = request.query.all.filter { Self.isQuery($0.name) }.map(\.value)
        guard texts.count <= AppwriteQuery.most else { throw AppwriteProblem.queryInvalid }
        for text in texts {
            let query = try AppwriteQuery(text)
            switch query.method {
            case "limit": limit = try query.integer(in: 1...5_000)
            case "offset": offset = try query.integer(in: 0...5_000)
            case "cursorAfter", "cursorBefore":
                guard cursor == nil else { throw AppwriteProblem.queryInvalid }
                cursor = (try query.text(), query.method == "cursorBefore")
            default: others.append(query)
            }
        }
    }

    /// `queries[0]`, `queries[]` or `queries`.
    private static func isQuery(_ name: String) -> Bool {
        guard name.utf8.starts(with: "queries".utf8) else { return false }
        let rest = Array(name.utf8.dropFirst(7))
        guard !rest.isEmpty else { return true }
        return rest.first == UInt8(ascii: "[") && rest.last == UInt8(ascii: "]")
            && rest.dropFirst().dropLast().allSatisfy { (0x30...0x39).contains($0) }
    }

    /// For lists that can be paged and nothing else.
    func requirePagesOnly() throws {
        guard others.isEmpty, cursor == nil else { throw AppwriteProblem.queryInvalid }
    }

    /// How many there are, for the answer: 0 to who does not want to know.
    func total(_ count: Int) -> Int { wantsTotal ? count : 0 }

    /// The page of a list.
    func page<Element>(of list: [Element]) -> ArraySlice<Element> { list.dropFirst(offset).prefix(limit) }
}
