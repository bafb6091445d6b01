import SesameCore
import SesameWire

/// A query over one collection.
struct StructuredQuery: Sendable {
    enum Direction: String, Sendable, CaseIterable {
        case ascending = "ASCENDING"
        case descending = "DESCENDING"
    }

    struct Order: Sendable {
        let path: FieldPath
        let direction: Direction
    }

    /// A position in the results, given by values of the first fields in the sort order.
    struct Cursor: Sendable {
        let values: [FirestoreValue]
        /// True if the position is before the results with the cursor's values; false if the position is after them.
        let isBefore: Bool
    }

    let collection: String
    let filter: QueryFilter?
    /// The sort order. It always includes the document name, which is added at the end if the query does not have it.
    let order: [Order]
    let start: Cursor?
    let end: Cursor?
    let offset: Int
    let limit: Int?
    /// The fields to return; nil for all.
    let mask: [FieldPath]?

    private static let known = ["select", "from", "where", "orderBy", "startAt", "endAt", "offset", "limit"]

    /// Reads a `StructuredQuery` of the REST API. Throws if the query is malformed or is not over exactly one
    /// collection.
    init(_ json: JSONValue) throws(RPCError) {
        guard case .object(let query) = json,
            query.members.allSatisfy({ member in Self.known.contains { $0.hasSameBytes(as: member.name) } })
        else {
            throw .invalid("a query must be an object with only these members: \(Self.known.joined(separator: ", "))")
        }
        guard let from = query["from"]?.array, from.count == 1, let collection = from[0]["collectionId"]?.string else {
            throw .invalid("a query must be over exactly one collection")
        }
        self.collection = collection
        filter = try query["where"].map { filter throws(RPCError) in try QueryFilter(filter) }
        order = try Self.order(query["orderBy"])
        start = try query["startAt"].map { cursor throws(RPCError) in try Cursor(cursor) }
        end = try query["endAt"].map { cursor throws(RPCError) in try Cursor(cursor) }
        for cursor in [start, end] {
            guard (cursor?.values.count ?? 0) <= order.count else {
                throw .invalid("a cursor must not have more values than the query has orders")
            }
        }
        offset = try Self.count(query["offset"]) ?? 0
        limit = try Self.count(query["limit"])
        mask = try query["select"].map { select throws(RPCError) -> [FieldPath] in
            guard let fields = select["fields"] else { return [] }
            guard let fields = fields.array else { throw .invalid("'fields' must be an array") }
            return try fields.map { field throws(RPCError) in try FieldPath(referenced: field) }
        }
    }

    private static func order(_ json: JSONValue?) throws(RPCError) -> [Order] {
        guard let elements = json.map({ $0.array }) ?? [] else { throw .invalid("'orderBy' must be an array") }
        var order = try elements.map { element throws(RPCError) in
            Order(
                path: try FieldPath(referenced: element["field"]),
                direction: try element["direction"].map { direction throws(RPCError) in
                    try Direction(direction, from: 1)
                } ?? .ascending)
        }
        if !order.contains(where: { $0.path.isDocumentName }) {
            order.append(
                Order(path: FieldPath(FieldPath.documentName), direction: order.last?.direction ?? .ascending))
        }
        return order
    }

    /// Reads a limit or an offset; nil if it is missing. The JSON is a number, or a wrapper message that distinguishes
    /// zero from unset.
    private static func count(_ json: JSONValue?) throws(RPCError) -> Int? {
        guard let json else { return nil }
        guard let count = (json["value"] ?? json).integer, (0...Int64(Int32.max)).contains(count) else {
            throw .invalid("'limit' and 'offset' must be integers from 0 to 2147483647")
        }
        return Int(count)
    }
}

extension StructuredQuery.Cursor {
    fileprivate init(_ json: JSONValue) throws(RPCError) {
        guard let values = json["values"]?.array, !values.isEmpty else {
            throw .invalid("a cursor must have at least one value")
        }
        self.values = try values.map { value throws(RPCError) in try FirestoreValue(value) }
        isBefore = json["before"]?.bool ?? false
    }
}

extension StructuredQuery {
    /// Returns the documents that match the query, in the query's order and within its cursors, offset and limit.
    func results(among documents: [UserDocument], in database: DatabaseName) -> [UserDocument] {
        var found: [(document: UserDocument, place: [FirestoreValue])] = []
        for document in documents {
            let value = { (path: FieldPath) in document.value(at: path, in: database) }
            guard filter?.holds(value) != false else { continue }
            // A document without one of the order fields is not in the results.
            let place = order.compactMap { value($0.path) }
            guard place.count == order.count, isWithin(place) else { continue }
            found.append((document, place))
        }
        found.sort { compare($0.place, $1.place) < 0 }
        let results = found.dropFirst(offset)
        return (limit.map { results.prefix($0) } ?? results).map(\.document)
    }

    private func isWithin(_ place: [FirestoreValue]) -> Bool {
        if let start {
            let order = compare(place, start.values)
            guard start.isBefore ? order >= 0 : order > 0 else { return false }
        }
        if let end {
            let order = compare(place, end.values)
            guard end.isBefore ? order < 0 : order <= 0 else { return false }
        }
        return true
    }

    /// Compares two positions in the query's sort order: negative if `left` comes first, positive if `right` does. If
    /// one position has fewer values, only as many values of the other position are compared.
    private func compare(_ left: [FirestoreValue], _ right: [FirestoreValue]) -> Int {
        for (index, (left, right)) in zip(left, right).enumerated() {
            let difference = left < right ? -1 : right < left ? 1 : 0
            if difference != 0 { return order[index].direction == .ascending ? difference : -difference }
        }
        return 0
    }
}

extension UserDocument {
    /// Returns the value at a path; for `__name__`, a reference to the document. Returns nil if the document has no
    /// value there.
    func value(at path: FieldPath, in database: DatabaseName) -> FirestoreValue? {
        path.isDocumentName
            ? .reference("\(database.prefix)/\(DocumentName.users)/\(uid)") : fields[path]
    }
}
