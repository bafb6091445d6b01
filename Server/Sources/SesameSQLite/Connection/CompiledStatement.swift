import CSQLite
import Foundation
import SesameAccounts

/// A statement compiled by SQLite, with the names of its parameters and columns.
///
/// Its connection finalizes it. Like its connection, it has one owner at a time.
final class CompiledStatement {
    let pointer: OpaquePointer
    let values: NameTable
    let columns: NameTable

    init(_ pointer: OpaquePointer) throws(StorageError) {
        self.pointer = pointer
        values = NameTable(
            try (0..<sqlite3_bind_parameter_count(pointer)).map { index throws(StorageError) in
                // The name includes its prefix. A parameter without a name cannot be bound by name.
                guard let name = sqlite3_bind_parameter_name(pointer, index + 1) else {
                    throw .corrupt("a statement has an unnamed parameter")
                }
                return UnsafePointer(name + 1)
            })
        columns = NameTable((0..<sqlite3_column_count(pointer)).map { UnsafePointer(sqlite3_column_name(pointer, $0)) })
    }
}

/// An ordered list of names, looked up by string constants of the program.
///
/// The table compares a name with a constant once, and then stores the constant's address. The next lookup compares
/// only the address.
final class NameTable {
    private struct Entry {
        let name: UnsafeBufferPointer<UInt8>
        var text: UnsafePointer<UInt8>?
    }

    private let entries: UnsafeMutableBufferPointer<Entry>
    /// The index after the last match, compared first, because names are mostly looked up in order.
    private let next: UnsafeMutablePointer<Int>

    /// Creates a table of copies of the names. A null pointer becomes an empty name.
    init(_ names: [UnsafePointer<CChar>?]) {
        next = .allocate(capacity: 1)
        next.initialize(to: 0)
        entries = .allocate(capacity: names.count)
        for (index, name) in names.enumerated() {
            let text = name.map { String(cString: $0) } ?? ""
            let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
            _ = copy.initialize(from: text.utf8)
            entries.initializeElement(at: index, to: Entry(name: UnsafeBufferPointer(copy)))
        }
    }

    deinit {
        for entry in entries { entry.name.deallocate() }
        entries.deallocate()
        next.deallocate()
    }

    /// A bit set with one bit for each name. There are fewer than 64 names.
    var all: UInt64 { (1 << entries.count) - 1 }

    /// Returns the index of a name, from 0; nil if it is not in the list.
    @inline(__always)
    func index(of name: StaticString) -> Int? {
        let guess = next.pointee < entries.count ? next.pointee : 0
        let index = guess < entries.count && entries[guess].text == name.utf8Start ? guess : search(name)
        if let index { next.pointee = index + 1 }
        return index
    }

    private func search(_ name: StaticString) -> Int? {
        for index in entries.indices where entries[index].text == name.utf8Start { return index }
        for index in entries.indices where entries[index].name.isSame(name) {
            entries[index].text = name.utf8Start
            return index
        }
        return nil
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate func isSame(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount, let baseAddress else { return false }
        return memcmp(baseAddress, text.utf8Start, count) == 0
    }
}
