// https://developer.apple.com/documentation/authenticationservices
public import Foundation

// …/authenticationservices/aswebauthenticationpresentationcontextproviding
@available(iOS 13.0, macOS 10.15, *)
@MainActor public protocol ASWebAuthenticationPresentationContextProviding: NSObjectProtocol {
    func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor
}

// …/authenticationservices/aswebauthenticationsession
@available(iOS 12.0, macOS 10.15, *)
open class ASWebAuthenticationSession: NSObject {
    // …/aswebauthenticationsession/completionhandler
    public typealias CompletionHandler = (URL?, (any Error)?) -> Void

    // …/aswebauthenticationsession/callback
    @available(iOS 17.4, macOS 14.4, *)
    open class Callback: NSObject {
        required public override init() {}
        public class func customScheme(_ customScheme: String) -> Self { Self() }
        public class func https(host: String, path: String) -> Self { Self() }
    }

    public init(url URL: URL, callbackURLScheme: String?, completionHandler: @escaping CompletionHandler) {}
    @available(iOS 17.4, macOS 14.4, *)
    public init(url URL: URL, callback: Callback, completionHandler: @escaping CompletionHandler) {}

    public weak var presentationContextProvider: (any ASWebAuthenticationPresentationContextProviding)?
    public var prefersEphemeralWebBrowserSession = false
    public func start() -> Bool { false }
    public func cancel() {}
}

// …/authenticationservices/aswebauthenticationsessionerror-swift.struct
@available(iOS 12.0, macOS 10.15, *)
public struct ASWebAuthenticationSessionError: Error {
    public enum Code: Int, Sendable {
        case canceledLogin = 1
        case presentationContextNotProvided, presentationContextInvalid
    }
    public var code: Code { .canceledLogin }
}
