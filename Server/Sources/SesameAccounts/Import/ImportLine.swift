package import Foundation
import SesameCore
package import SesameWire

/// A line of an import: an account, or why it is none.
package struct ImportLine: Sendable {
    /// The line's number, from 1.
    package let number: Int
    let content: Result<ImportedAccount, Refusal>

    /// The limits of a line: a whole profile, and a little more.
    package static let limits = JSONLimits(bytes: 2 * Profile.greatestSize, depth: 16)

    /// Reads a line; nil for an empty one.
    ///
    /// - Parameters:
    ///   - definitions: The providers that there are.
    ///   - now: No account was made, and nobody has signed in, after that.
    package init?(
        _ bytes: [UInt8], number: Int, app: App, _ definitions: ProviderDirectory = .usual, now: Date
    ) {
        guard bytes.contains(where: { ![0x20, 0x09, 0x0d].contains($0) }) else { return nil }
        self.number = number
        content = Result { () throws(Refusal) -> ImportedAccount in
            let json: JSONValue
            do throws(JSONError) {
                json = try JSONValue(parsing: bytes, limits: Self.limits)
            } catch {
                throw Refusal(.invalidRequest, "this is not JSON as RFC 8259 has it: \(error)")
            }
            guard let object = json.object else { throw Refusal(.invalidRequest, "an object is expected") }
            return try ImportedAccount(json: object, app: app, definitions, now: now)
        }
    }

    /// A line that was made of another system's export, or why it could not be.
    init(_ json: Result<JSONObject, Refusal>, number: Int, app: App, _ definitions: ProviderDirectory, now: Date) {
        self.number = number
        content = Result { () throws(Refusal) -> ImportedAccount in
            try ImportedAccount(json: try json.get(), app: app, definitions, now: now)
        }
    }
}

/// A line that cannot be taken.
package struct ImportProblem: Sendable, Equatable, CustomStringConvertible {
    /// The line's number, from 1.
    package let line: Int
    /// The member that is wrong, if it is one.
    package let field: String?
    /// The fault. Holds nothing personal.
    package let reason: String

    /// Line, member and reason on one line.
    package var description: String { "line \(line): \(field.map { "\($0): " } ?? "")\(reason)" }
}

/// The elements of a sequence, so many at a time.
struct Batches<Elements: Sequence>: Sequence, IteratorProtocol {
    private var elements: Elements.Iterator
    private let size: Int

    init(_ elements: Elements, of size: Int) {
        self.elements = elements.makeIterator()
        self.size = size
    }

    mutating func next() -> [Elements.Element]? {
        var batch: [Elements.Element] = []
        batch.reserveCapacity(size)
        while batch.count < size, let element = elements.next() { batch.append(element) }
        return batch.isEmpty ? nil : batch
    }
}
