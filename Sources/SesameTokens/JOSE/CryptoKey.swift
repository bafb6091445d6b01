/// A swift-crypto key that can be sent between threads. It never changes after its creation, and the library's C code
/// locks its internal caches. Only older releases of swift-crypto do not declare this in their types.
struct CryptoKey<Key>: @unchecked Sendable {
    let key: Key
}
