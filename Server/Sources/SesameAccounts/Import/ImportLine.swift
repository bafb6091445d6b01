package import Foundation
import SesameCore
package import SesameWire

/// A line of an import: an account, or the reason why the line is invalid.
package struct ImportLine: Sendable {
    /// The line's number, from 1.
    package let number: Int
    let content: Result<ImportedAccount, AccountError>

    /// The size limits of a line, with room for a whole profile and its envelope.
    package static let limits = JSONLimits(bytes: 2 * StoredProfile.maxFieldsBytes, depth: 16)

    /// Reads a line; returns nil for an empty one.
    ///
    /// - Parameters:
    ///   - definitions: The supported providers.
    ///   - now: The latest time that an account's creation or last sign-in may have.
    package init?(
        _ bytes: [UInt8], number: Int, app: App, _ definitions: ProviderDirectory = .builtIn, now: Date
    ) {
        guard bytes.contains(where: { ![0x20, 0x09, 0x0d].contains($0) }) else { return nil }
        self.number = number
        content = Result { () throws(AccountError) -> ImportedAccount in
            let json: JSONValue
            do throws(JSONError) {
                json = try JSONValue(parsing: bytes, limits: Self.limits)
            } catch {
                throw AccountError(.invalidRequest, "not valid JSON (RFC 8259): \(error)")
            }
            guard let object = json.object else { throw AccountError(.invalidRequest, "must be an object") }
            return try ImportedAccount(json: object, app: app, definitions, now: now)
        }
    }

    /// Creates a line from a converted record of another system's export, or from the error of its conversion.
    init(_ json: Result<JSONObject, AccountError>, number: Int, app: App, _ definitions: ProviderDirectory, now: Date) {
        self.number = number
        content = Result { () throws(AccountError) -> ImportedAccount in
            try ImportedAccount(json: try json.get(), app: app, definitions, now: now)
        }
    }
}

/// The reason why a line cannot be imported.
package struct ImportError: Sendable, Equatable, CustomStringConvertible {
    /// The line's number, from 1.
    package let line: Int
    /// The invalid member; nil if the error concerns the whole line.
    package let field: String?
    /// The explanation of the error. It contains no personal data.
    package let reason: String

    /// The line, member and reason as one line of text.
    package var description: String { "line \(line): \(field.map { "\($0): " } ?? "")\(reason)" }
}

/// The elements of a sequence in batches of a fixed size; the last batch may be smaller.
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
