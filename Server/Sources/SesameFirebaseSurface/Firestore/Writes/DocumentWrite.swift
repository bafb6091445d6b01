import Foundation
import SesameCore
import SesameWire

/// One write of a commit: an operation on a document, with transforms and a precondition.
struct DocumentWrite: Sendable {
    enum Operation: Sendable {
        /// Replaces the document's fields with the given ones. With a mask, sets only the mask's paths and removes
        /// those without a value.
        case update(FirestoreMap, mask: [FieldPath]?)
        case delete
        /// Only checks the precondition, and changes nothing.
        case verify
    }

    let document: DocumentName
    let operation: Operation
    /// The transforms, applied in order after the operation.
    let transforms: [FieldTransform]
    let condition: WritePrecondition?

    init(
        _ document: DocumentName, _ operation: Operation, transforms: [FieldTransform] = [],
        condition: WritePrecondition? = nil
    ) {
        self.document = document
        self.operation = operation
        self.transforms = transforms
        self.condition = condition
    }

    /// Reads a `Write` of the REST API. Throws if it is malformed or does not have exactly one operation.
    init(_ json: JSONValue, in database: DatabaseName) throws(RPCError) {
        let known = ["update", "delete", "verify", "transform", "updateMask", "updateTransforms", "currentDocument"]
        guard case .object(let object) = json,
            object.members.allSatisfy({ member in known.contains { $0.hasSameBytes(as: member.name) } })
        else {
            throw .invalid(
                "a write must be an object with an operation and optionally 'updateMask', 'updateTransforms' and "
                    + "'currentDocument'"
            )
        }
        let operations = known.prefix(4).filter { object.contains($0) }
        guard operations.count == 1, let name = operations.first, let given = object[name] else {
            throw .invalid("a write must have exactly one of 'update', 'delete', 'verify' and 'transform'")
        }
        let mask = try object["updateMask"].map { mask throws(RPCError) in try Self.mask(mask) }
        guard mask == nil || name == "update" else { throw .invalid("'updateMask' is allowed only with 'update'") }
        var transforms = try Self.transforms(object["updateTransforms"])
        guard transforms.isEmpty || name == "update" else {
            throw .invalid("'updateTransforms' is allowed only with 'update'")
        }
        switch name {
        case "update":
            guard case .object(let document) = given else { throw .invalid("'update' must be a document") }
            self.document = try Self.document(document["name"], in: database)
            let fields = try document["fields"].map { fields throws(RPCError) in try FirestoreMap(fields) }
            operation = .update(fields ?? [:], mask: mask)
        case "transform":
            // This is the older form of an update with an empty mask.
            document = try Self.document(given["document"], in: database)
            transforms = try Self.transforms(given["fieldTransforms"])
            operation = .update([:], mask: [])
        case "delete":
            document = try Self.document(given, in: database)
            operation = .delete
        default:
            document = try Self.document(given, in: database)
            operation = .verify
        }
        self.transforms = transforms
        condition = try object["currentDocument"].map { condition throws(RPCError) in
            try WritePrecondition(condition)
        }
    }

    private static func document(
        _ name: JSONValue?, in database: DatabaseName
    ) throws(RPCError) -> DocumentName {
        guard let name = name?.string else { throw .invalid("a write must name its document") }
        return try DocumentName(parsing: name, in: database)
    }

    /// Reads the field paths of a `DocumentMask`; an empty list if it has none.
    static func mask(_ json: JSONValue) throws(RPCError) -> [FieldPath] {
        guard case .object(let object) = json else { throw .invalid("a mask must be an object with 'fieldPaths'") }
        guard let paths = object["fieldPaths"] else { return [] }
        guard let paths = paths.array else { throw .invalid("'fieldPaths' must be an array") }
        return try FieldPath.mask(paths)
    }

    private static func transforms(_ json: JSONValue?) throws(RPCError) -> [FieldTransform] {
        guard let json else { return [] }
        guard case .array(let elements) = json, elements.count <= 500 else {
            throw .invalid("the transforms must be an array of at most 500")
        }
        return try elements.map { element throws(RPCError) in try FieldTransform(element) }
    }
}

/// A condition on the document's existence or update time. The write fails if the condition is not met.
enum WritePrecondition: Sendable {
    case exists(Bool)
    case updatedAt(FirestoreTimestamp)

    init(_ json: JSONValue) throws(RPCError) {
        guard case .object(let object) = json, object.count == 1, let member = object.members.first else {
            throw .invalid("a precondition must be either 'exists' or 'updateTime'")
        }
        switch (member.name, member.value) {
        case ("exists", .bool(let exists)): self = .exists(exists)
        case ("updateTime", .string(let text)):
            guard let moment = FirestoreTimestamp(text) else { throw .invalid("'updateTime' must be a timestamp") }
            self = .updatedAt(moment)
        default: throw .invalid("a precondition must be either 'exists' or 'updateTime'")
        }
    }
}

extension DocumentWrite {
    /// Returns the document's fields after the write; unchanged for a deletion or a verification.
    ///
    /// - Parameter now: The time of the commit, for transforms that set it.
    func applied(to fields: FirestoreMap, at now: FirestoreTimestamp) -> FirestoreMap {
        guard case .update(let given, let mask) = operation else { return fields }
        var result = given
        if let mask {
            result = fields
            for path in mask { result[path] = given[path] }
        }
        for transform in transforms {
            result[transform.path] = transform.applied(to: result[transform.path], at: now)
        }
        return result
    }

    /// The top-level fields that an update with a mask changes; nil for a write without a mask.
    var fieldNames: [String]? {
        guard case .update(_, let mask) = operation, let mask else { return nil }
        return (mask + transforms.map(\.path)).map { $0.names[0] }
    }
}
