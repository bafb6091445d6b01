// https://developer.apple.com/documentation/authenticationservices
public import Foundation

#if canImport(UIKit)
    public import UIKit
    // …/authenticationservices/aspresentationanchor
    public typealias ASPresentationAnchor = UIWindow
#else
    public import AppKit
    public typealias ASPresentationAnchor = NSWindow
#endif

// …/authenticationservices/asauthorizationrequest
@available(iOS 13.0, macOS 10.15, *)
open class ASAuthorizationRequest: NSObject {}

// …/authenticationservices/asauthorizationopenidrequest
@available(iOS 13.0, macOS 10.15, *)
open class ASAuthorizationOpenIDRequest: ASAuthorizationRequest {
    public var requestedScopes: [ASAuthorization.Scope]?
    public var state: String?
    public var nonce: String?
}

// …/authenticationservices/asauthorizationappleidrequest
@available(iOS 13.0, macOS 10.15, *)
open class ASAuthorizationAppleIDRequest: ASAuthorizationOpenIDRequest {
    public var user: String?
}

// …/authenticationservices/asauthorizationappleidprovider
@available(iOS 13.0, macOS 10.15, *)
open class ASAuthorizationAppleIDProvider: NSObject {
    // …/asauthorizationappleidprovider/credentialstate
    public enum CredentialState: Int, Sendable {
        case revoked, authorized, notFound, transferred
    }
    // …/asauthorizationappleidprovider/credentialrevokednotification
    public class var credentialRevokedNotification: NSNotification.Name { NSNotification.Name("") }
    public func createRequest() -> ASAuthorizationAppleIDRequest { ASAuthorizationAppleIDRequest() }
    // …/asauthorizationappleidprovider/getcredentialstate(foruserid:completion:)
    public func credentialState(forUserID userID: String) async throws -> CredentialState { .notFound }
}

// …/authenticationservices/asauthorizationcredential
public protocol ASAuthorizationCredential: NSObjectProtocol {}

// …/authenticationservices/asauthorizationappleidcredential
@available(iOS 13.0, macOS 10.15, *)
open class ASAuthorizationAppleIDCredential: NSObject, ASAuthorizationCredential {
    public var user: String { "" }
    public var state: String? { nil }
    public var authorizationCode: Data? { nil }
    public var identityToken: Data? { nil }
    public var email: String? { nil }
    public var fullName: PersonNameComponents? { nil }
}

// …/authenticationservices/asauthorization
@available(iOS 13.0, macOS 10.15, *)
open class ASAuthorization: NSObject {
    public struct Scope: Hashable, Sendable {
        public static let fullName = Scope()
        public static let email = Scope()
    }
    public var credential: any ASAuthorizationCredential { ASAuthorizationAppleIDCredential() }
}

// …/authenticationservices/asauthorizationerror-swift.struct
@available(iOS 13.0, macOS 10.15, *)
public struct ASAuthorizationError: Error {
    public enum Code: Int, Sendable {
        case unknown = 1000
        case canceled, invalidResponse, notHandled, failed, notInteractive
    }
    public var code: Code { .unknown }
}

// …/authenticationservices/asauthorizationcontrollerdelegate; its requirements are optional
@available(iOS 13.0, macOS 10.15, *)
@MainActor public protocol ASAuthorizationControllerDelegate: NSObjectProtocol {
    func authorizationController(
        controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization)
    func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error)
}

// …/authenticationservices/asauthorizationcontrollerpresentationcontextproviding
@available(iOS 13.0, macOS 10.15, *)
@MainActor public protocol ASAuthorizationControllerPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor
}

// …/authenticationservices/asauthorizationcontroller
@available(iOS 13.0, macOS 10.15, *)
open class ASAuthorizationController: NSObject {
    public init(authorizationRequests: [ASAuthorizationRequest]) {}
    public weak var delegate: (any ASAuthorizationControllerDelegate)?
    public weak var presentationContextProvider: (any ASAuthorizationControllerPresentationContextProviding)?
    public func performRequests() {}
    @available(iOS 16.0, macOS 13.0, *)
    public func cancel() {}
}

#if canImport(UIKit)
    // …/authenticationservices/asauthorizationappleidbutton
    @available(iOS 13.0, *)
    open class ASAuthorizationAppleIDButton: UIControl {
        public enum ButtonType: Int, Sendable { case signIn, `continue` }
        public enum Style: Int, Sendable { case white, whiteOutline, black }
        public init(authorizationButtonType type: ButtonType, authorizationButtonStyle style: Style) {}
        public var cornerRadius: CGFloat = 0
    }
#endif
