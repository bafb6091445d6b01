// The Core Foundation types that Swift bridges to classes of Foundation:
// https://developer.apple.com/documentation/swift/working-with-core-foundation-types
public import Foundation

public typealias CFTypeRef = AnyObject
public typealias CFOptionFlags = UInt
public typealias CFAllocator = NSObject
public typealias CFError = NSError
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary

// https://developer.apple.com/documentation/security/security-framework-result-codes
public typealias OSStatus = Int32
public var errSecSuccess: OSStatus { 0 }

// https://developer.apple.com/documentation/security/secitemcopymatching(_:_:)
@available(iOS 2.0, macOS 10.6, *)
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
// https://developer.apple.com/documentation/security/secitemadd(_:_:)
@available(iOS 2.0, macOS 10.6, *)
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
// https://developer.apple.com/documentation/security/secitemupdate(_:_:)
@available(iOS 2.0, macOS 10.6, *)
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { 0 }
// https://developer.apple.com/documentation/security/secitemdelete(_:)
@available(iOS 2.0, macOS 10.6, *)
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }

// https://developer.apple.com/documentation/security/item-class-keys-and-values
public var kSecClass: CFString { "" as NSString }
public var kSecClassGenericPassword: CFString { "" as NSString }
// https://developer.apple.com/documentation/security/item-attribute-keys-and-values
public var kSecAttrService: CFString { "" as NSString }
public var kSecAttrAccount: CFString { "" as NSString }
public var kSecAttrAccessGroup: CFString { "" as NSString }
public var kSecAttrSynchronizable: CFString { "" as NSString }
public var kSecAttrAccessible: CFString { "" as NSString }
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { "" as NSString }
public var kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString { "" as NSString }
@available(iOS 8.0, macOS 10.10, *)
public var kSecAttrAccessControl: CFString { "" as NSString }
@available(iOS 13.0, macOS 10.15, *)
public var kSecUseDataProtectionKeychain: CFString { "" as NSString }
@available(iOS 9.0, macOS 10.11, *)
public var kSecUseAuthenticationContext: CFString { "" as NSString }

// https://developer.apple.com/documentation/security/secaccesscontrol
@available(iOS 8.0, macOS 10.10, *)
public final class SecAccessControl {}
// https://developer.apple.com/documentation/security/secaccesscontrolcreateflags
@available(iOS 8.0, macOS 10.10, *)
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    public let rawValue: CFOptionFlags

    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }

    public static var userPresence: SecAccessControlCreateFlags { SecAccessControlCreateFlags(rawValue: 1) }
}
// https://developer.apple.com/documentation/security/secaccesscontrolcreatewithflags(_:_:_:_:)
@available(iOS 8.0, macOS 10.10, *)
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? { nil }
// https://developer.apple.com/documentation/security/item-return-result-keys
public var kSecReturnData: CFString { "" as NSString }
public var kSecValueData: CFString { "" as NSString }
// https://developer.apple.com/documentation/security/search-attribute-keys-and-values
public var kSecMatchLimit: CFString { "" as NSString }
public var kSecMatchLimitOne: CFString { "" as NSString }
