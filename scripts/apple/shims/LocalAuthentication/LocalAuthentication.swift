public import Foundation
public import Security

// https://developer.apple.com/documentation/localauthentication/lacontext
@available(iOS 8.0, macOS 10.10, *)
open class LAContext: NSObject {
    // https://developer.apple.com/documentation/localauthentication/lacontext/interactionnotallowed
    @available(iOS 11.0, macOS 10.13, *)
    open var interactionNotAllowed = false

    // https://developer.apple.com/documentation/localauthentication/lacontext/canevaluatepolicy(_:error:)
    open func canEvaluatePolicy(_ policy: LAPolicy, error: UnsafeMutablePointer<NSError?>?) -> Bool { false }

    // https://developer.apple.com/documentation/localauthentication/lacontext/evaluateaccesscontrol(_:operation:localizedreason:reply:)
    @available(iOS 9.0, macOS 10.11, *)
    open func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String
    ) async throws -> Bool { false }
}

// https://developer.apple.com/documentation/localauthentication/lapolicy
@available(iOS 8.0, macOS 10.10, *)
public enum LAPolicy: Int, Sendable {
    @available(iOS 9.0, macOS 10.11, *)
    case deviceOwnerAuthentication
}

// https://developer.apple.com/documentation/localauthentication/laaccesscontroloperation
@available(iOS 9.0, macOS 10.11, *)
public enum LAAccessControlOperation: Int, Sendable {
    case useItem
}

// https://developer.apple.com/documentation/localauthentication/laerror
@available(iOS 8.0, macOS 10.10, *)
public struct LAError: Error {
    // https://developer.apple.com/documentation/localauthentication/laerror/code
    public enum Code: Int, Sendable {
        case authenticationFailed
        case userCancel
        case passcodeNotSet
    }

    public let code: Code
}
