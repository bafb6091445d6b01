/// The members of a JSON object, in order, with names unique by their UTF-8 bytes.
public struct JSONObject: Sendable {
    /// A name and value pair of a JSON object.
    public struct Member: Sendable, Equatable {
        /// The member's name, with JSON's escapes already decoded.
        public let name: String
        /// The member's value. To replace it, assign to the object's subscript.
        public internal(set) var value: JSONValue

        /// Creates a member, for example to pass to ``JSONObject/init(_:)``.
        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }

        /// Returns true if both members have the same name, compared by bytes, and equal values.
        public static func == (left: Member, right: Member) -> Bool {
            left.name.isIdentical(to: right.name) && left.value == right.value
        }
    }

    /// The members in the order of the document or of insertion.
    public private(set) var members: [Member]

    /// Creates an object without members.
    public init() {
        members = []
    }

    /// Creates an object with the given members. If a name is repeated, the later value replaces the earlier one, and
    /// keeps its position.
    public init(_ members: some Sequence<Member>) {
        self.init()
        for member in members { self[member.name] = member.value }
    }

    /// Appends a member without a check for duplicates, which the parser has already made.
    package mutating func append(unique member: Member) {
        members.append(member)
    }

    /// Accesses the value of the member with the given name. Setting nil removes the member; for a JSON null set
    /// `.some(.null)`.
    public subscript(name: String) -> JSONValue? {
        get {
            index(of: name).map { members[$0].value }
        }
        set {
            switch (index(of: name), newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Returns the index of the member with the given name; nil if the object has none.
    package func index(of name: String) -> Int? {
        members.firstIndex { $0.name.isIdentical(to: name) }
    }
}

extension JSONObject: Equatable {
    /// Returns true if both objects have the same names with equal values, in any order.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        guard left.members.count == right.members.count else { return false }
        if left.members == right.members { return true }
        let values = Dictionary(
            right.members.lazy.map { (ByteKey($0.name), $0.value) }, uniquingKeysWith: { first, _ in first })
        return left.members.allSatisfy { values[ByteKey($0.name)] == $0.value }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object with the members in the written order. If a name is repeated, the later value applies.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(elements.lazy.map { Member(name: $0, value: $1) })
    }
}
