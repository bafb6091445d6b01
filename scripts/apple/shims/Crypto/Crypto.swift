// CryptoKit, which swift-crypto re-exports on Apple systems: https://developer.apple.com/documentation/cryptokit
public import Foundation

// …/cryptokit/hashfunction
public protocol Digest: Sequence, Hashable, Sendable where Element == UInt8 {}

// …/cryptokit/sha256digest
@available(iOS 13.0, macOS 10.15, *)
public struct SHA256Digest: Digest {
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try [].withUnsafeBytes(body)
    }
}

// …/cryptokit/sha256
@available(iOS 13.0, macOS 10.15, *)
public struct SHA256 {
    public static func hash<D: DataProtocol>(data: D) -> SHA256Digest { SHA256Digest() }
}

// …/cryptokit/symmetrickeysize
@available(iOS 13.0, macOS 10.15, *)
public struct SymmetricKeySize: Sendable {
    public static var bits256: SymmetricKeySize { SymmetricKeySize() }
}

// …/cryptokit/symmetrickey
@available(iOS 13.0, macOS 10.15, *)
public struct SymmetricKey: Sendable {
    public init<D: ContiguousBytes>(data: D) {}
    public init(size: SymmetricKeySize) {}
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try [].withUnsafeBytes(body)
    }
}

// …/cryptokit/hmac
@available(iOS 13.0, macOS 10.15, *)
public struct HMAC<H>: Sendable {
    public struct MAC: Sequence, Sendable {
        public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
    }
    public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> MAC { MAC() }
}

// …/cryptokit/aes/gcm
@available(iOS 13.0, macOS 10.15, *)
public enum AES {
    public enum GCM {
        public struct Nonce: Sendable {}
        // …/cryptokit/aes/gcm/sealedbox
        public struct SealedBox: Sendable {
            public init<D: DataProtocol>(combined: D) throws {}
            public var combined: Data? { nil }
        }
        public static func seal<M: DataProtocol, A: DataProtocol>(
            _ message: M, using key: SymmetricKey, nonce: Nonce? = nil, authenticating data: A
        ) throws -> SealedBox { try SealedBox(combined: Data()) }
        public static func open<A: DataProtocol>(
            _ box: SealedBox, using key: SymmetricKey, authenticating data: A
        ) throws -> Data { Data() }
    }
}
