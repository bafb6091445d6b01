import Crypto

/// Returns the SHA-256 digest of a value. The database stores authorization codes and registration tickets only in this
/// form.
func digest(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA256()
    hash.update(data: Array(bytes))
    return Array(hash.finalize())
}
