import SesameAccounts
import SesameCore
import SesameHTTP
import SesameWire

/// A query of a list: `{"method": "equal", "attribute": "email", "values": ["a@example.com"]}`, or the form before
/// Appwrite's version 1.5: `equal("email", ["a@example.com"])`.
struct AppwriteQuery {
    let method: String
    let attribute: String
    let values: [JSONValue]

    /// The maximum number of queries of a request, and of values of a query.
    static let most = 100
    /// The maximum length of a query, in Unicode scalars.
    static let greatest = 4_096

    init(_ text: String) throws(AccountError) {
        guard text.unicodeScalars.count <= Self.greatest else { throw .appwrite(.query("Syntax error")) }
        if text.utf8.last == UInt8(ascii: ")") {
            (method, attribute, values) = try Self.parts(ofCall: text)
        } else {
            guard let json = try? JSONValue(parsing: Array(text.utf8)) else {
                throw .appwrite(.query("Syntax error"))
            }
            (method, attribute, values) = try Self.parts(of: json)
        }
        try requireFewValues()
    }

    /// Creates a query that is nested in an `and` or `or` query.
    init(_ json: JSONValue) throws(AccountError) {
        (method, attribute, values) = try Self.parts(of: json)
        try requireFewValues()
    }

    private func requireFewValues() throws(AccountError) {
        guard values.count <= Self.most else {
            throw .appwrite(.query("A query can have at most \(Self.most) values"))
        }
    }

    private static func parts(of json: JSONValue) throws(AccountError) -> (String, String, [JSONValue]) {
        guard let object = json.object, let method = object["method"]?.string else {
            throw .appwrite(.query("Invalid query method. Must be a string"))
        }
        return (method, object["attribute"]?.string ?? "", object["values"]?.array ?? [])
    }

    /// Splits a query in the form before Appwrite's version 1.5, such as `equal("email", ["a@example.com"])`. The text
    /// in the parentheses is JSON: the attribute, if the method has one, and the values, separately or in a list.
    private static func parts(ofCall text: String) throws(AccountError) -> (String, String, [JSONValue]) {
        let bytes = Array(text.utf8)
        guard let open = bytes.firstIndex(of: UInt8(ascii: "(")), open > 0, bytes.last == UInt8(ascii: ")"),
            let list = try? JSONValue(
                parsing: [UInt8(ascii: "[")] + bytes[(open + 1)...].dropLast() + [UInt8(ascii: "]")]),
            var arguments = list.array
        else { throw .appwrite(.query("Syntax error")) }
        let method = String(decoding: bytes[..<open], as: UTF8.self)
        var attribute = ""
        if !withoutAttribute.contains(method) {
            guard let first = arguments.first?.string else { throw .appwrite(.query("Syntax error")) }
            attribute = first
            arguments.removeFirst()
        }
        return (method, attribute, arguments.flatMap { $0.array ?? [$0] })
    }

    private static let withoutAttribute: Set<String> = ["limit", "offset", "cursorAfter", "cursorBefore", "select"]

    /// Returns the only value as an integer; throws if there is not exactly one value, or if it is not an integer in
    /// the range.
    func integer(in range: ClosedRange<Int64>) throws(AccountError) -> Int {
        guard values.count == 1, let integer = values[0].integer, range.contains(integer) else {
            throw .appwrite(
                .query(
                    "Invalid \(method): Value must be a valid range between \(range.lowerBound) and \(range.upperBound)"
                ))
        }
        return Int(integer)
    }

    /// Returns the only value as text; throws if there is not exactly one value, or if it is not a string.
    func text() throws(AccountError) -> String {
        guard values.count == 1, let text = values[0].string else {
            throw .appwrite(.query("\(method) requires exactly one string"))
        }
        return text
    }
}

/// The queries of a list: its page, its order, and its filters.
struct AppwriteQueries {
    /// The maximum number of entries on the page: 25 by default, 5,000 at most.
    private(set) var limit = 25
    /// The number of matching entries to skip before the page.
    private(set) var offset = 0
    /// The entry at which the page begins or, if `isBefore` is true, ends; the entry itself is not on the page. Nil for
    /// a page at the beginning.
    private(set) var cursor: (id: String, isBefore: Bool)?
    /// The sort orders of the list, most significant first.
    private(set) var orders: [Order] = []
    /// The queries other than the page's limits, cursor and sort orders, in the order sent; treated as filters.
    private(set) var others: [AppwriteQuery] = []
    /// True if the response must state the total number of entries.
    let wantsTotal: Bool

    struct Order: Sendable {
        let attribute: String
        let isDescending: Bool
    }

    init(_ request: HTTPRequest) throws(AccountError) {
        wantsTotal = !["false", "0"].contains(request.query["total"] ?? "")
        let texts = request.query.all.filter { Self.isQuery($0.name) }.map(\.value)
        guard texts.count <= AppwriteQuery.most else {
            throw .appwrite(.argument("queries", "Value must be an array of at most \(AppwriteQuery.most) queries"))
        }
        for text in texts {
            let query = try AppwriteQuery(text)
            switch query.method {
            case "limit": limit = try query.integer(in: 1...5_000)
            case "offset": offset = try query.integer(in: 0...5_000)
            case "cursorAfter", "cursorBefore":
                guard cursor == nil else { throw .appwrite(.query("Only one cursor is allowed")) }
                cursor = (try query.text(), query.method == "cursorBefore")
            case "orderAsc", "orderDesc":
                orders.append(Order(attribute: query.attribute, isDescending: query.method == "orderDesc"))
            default: others.append(query)
            }
        }
    }

    /// Returns true if the parameter is `queries`, `queries[]` or `queries` with an index, such as `queries[0]`.
    private static func isQuery(_ name: String) -> Bool {
        guard name.utf8.starts(with: "queries".utf8) else { return false }
        let rest = Array(name.utf8.dropFirst(7))
        guard !rest.isEmpty else { return true }
        return rest.first == UInt8(ascii: "[") && rest.last == UInt8(ascii: "]")
            && rest.dropFirst().dropLast().allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Throws if the queries contain anything but `limit` and `offset`.
    func requirePagesOnly() throws(AccountError) {
        if let other = others.first?.method ?? orders.first.map({ $0.isDescending ? "orderDesc" : "orderAsc" }) {
            throw .appwrite(.query("Query method not valid: \(other)"))
        }
        if cursor != nil { throw .appwrite(.query("Query method not valid: cursor")) }
    }

    /// Returns the filters, all of which must match. Throws if a query is not valid for the schema.
    func filters(_ schema: AppwriteSchema) throws(AccountError) -> [AppwriteFilter] {
        try others.map { query throws(AccountError) in try AppwriteFilter(query, schema) }
    }

    /// Returns the requested sort orders; ascending by creation time if none is requested. Throws if the list cannot be
    /// sorted by an attribute.
    func orders(_ schema: AppwriteSchema) throws(AccountError) -> [Order] {
        let usual = "$createdAt"
        let named = orders.map {
            Order(attribute: $0.attribute.isEmpty ? usual : $0.attribute, isDescending: $0.isDescending)
        }
        for order in named {
            guard let kind = schema[order.attribute], kind != .texts else {
                throw .appwrite(.query("Attribute not found in schema: \(order.attribute)"))
            }
        }
        return named.isEmpty ? [Order(attribute: usual, isDescending: false)] : named
    }

    /// Returns the total for the response: 0 if the client does not want it, otherwise at most ``maxTotal``.
    func total(_ count: Int) -> Int { wantsTotal ? min(count, Self.maxTotal) : 0 }

    /// The maximum total in a response, as in Appwrite.
    static let maxTotal = 5_000

    /// Returns the entries of the page from a list that is already sorted.
    func page<Element>(of list: [Element]) -> ArraySlice<Element> { list.dropFirst(offset).prefix(limit) }
}
