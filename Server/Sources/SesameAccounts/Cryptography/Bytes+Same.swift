extension [UInt8] {
    /// Returns true if the arrays are equal, in constant time.
    func isSame(as other: [UInt8]) -> Bool {
        count == other.count && zip(self, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
