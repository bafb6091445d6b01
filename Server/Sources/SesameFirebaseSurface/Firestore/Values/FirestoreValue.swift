import SesameWire

/// A typed value in Firestore's data model. Unlike JSON, the model distinguishes integers from doubles, and has
/// timestamps, bytes, references and geopoints.
indirect enum FirestoreValue: Sendable, Equatable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case timestamp(FirestoreTimestamp)
    case string(String)
    case bytes([UInt8])
    /// A reference to a document, by its full name.
    case reference(String)
    case geoPoint(latitude: Double, longitude: Double)
    case array([FirestoreValue])
    case map(FirestoreMap)

    /// Returns true if both values have the same type and content. Strings are compared by their bytes, and NaN equals
    /// NaN.
    static func == (left: FirestoreValue, right: FirestoreValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.double(let left), .double(let right)): left == right || left.isNaN && right.isNaN
        case (.timestamp(let left), .timestamp(let right)): left == right
        case (.string(let left), .string(let right)): left.hasSameBytes(as: right)
        case (.bytes(let left), .bytes(let right)): left == right
        case (.reference(let left), .reference(let right)): left.hasSameBytes(as: right)
        case (.geoPoint(let left, let west), .geoPoint(let right, let east)): left == right && west == east
        case (.array(let left), .array(let right)): left == right
        case (.map(let left), .map(let right)): left == right
        default: false
        }
    }
}

/// A map of fields by name, in their original order. Names are compared by their bytes.
struct FirestoreMap: Sendable {
    struct Member: Sendable, Equatable {
        let name: String
        var value: FirestoreValue

        static func == (left: Member, right: Member) -> Bool {
            left.name.hasSameBytes(as: right.name) && left.value == right.value
        }
    }

    private(set) var members: [Member] = []

    init() {}

    var isEmpty: Bool { members.isEmpty }

    /// The value of a field; nil if there is no such field. Setting nil removes the field.
    subscript(name: String) -> FirestoreValue? {
        get { index(of: name).map { members[$0].value } }
        set {
            switch (index(of: name), newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    private func index(of name: String) -> Int? {
        members.firstIndex { $0.name.hasSameBytes(as: name) }
    }
}

extension FirestoreMap: Equatable {
    static func == (left: FirestoreMap, right: FirestoreMap) -> Bool {
        left.members.count == right.members.count && left.members.allSatisfy { right[$0.name] == $0.value }
    }
}

extension FirestoreMap: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (String, FirestoreValue)...) {
        self.init()
        for (name, value) in elements { self[name] = value }
    }
}
