/// A swift-crypto key that can be shared between threads. It never changes after its creation, and the library's C code
/// locks its internal caches. Older releases of swift-crypto do not declare their keys `Sendable`.
struct CryptoKey<Key>: @unchecked Sendable {
    let key: Key
}
