import Crypto

/// Returns the SHA-256 of a value. One-time values are stored in this form.
func digest(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(data: Array(bytes))
    return Array(hash.finalize())
}
