/// A deviation of a storage engine from the storage protocols.
package struct StorageConformanceFailure: Error, Sendable, CustomStringConvertible {
    /// The rule or value that was checked, with the expected and the actual result if two values were compared.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Checks that both values are equal, byte for byte. `==` alone treats canonically equivalent strings as equal.
func expect<Value: Equatable>(_ actual: Value, is expected: Value, _ what: String) throws(StorageConformanceFailure) {
    let isSame = actual == expected && String(reflecting: actual).utf8.elementsEqual(String(reflecting: expected).utf8)
    guard isSame else {
        throw StorageConformanceFailure(
            "\(what): expected \(String(reflecting: expected)), got \(String(reflecting: actual))")
    }
}

/// Throws ``StorageConformanceFailure`` with the given text if the condition is false.
func expect(_ condition: Bool, _ what: String) throws(StorageConformanceFailure) {
    guard condition else { throw StorageConformanceFailure(what) }
}
