/// A key of swift-crypto, which may go between threads: it is never changed after it is made, and the library's C
/// code locks what it caches inside. Only its older releases do not say so in their types.
struct CryptoKey<Key>: @unchecked Sendable {
    let key: Key
}
