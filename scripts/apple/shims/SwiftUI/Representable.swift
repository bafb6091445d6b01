// https://developer.apple.com/documentation/swiftui/uikit-integration
public import AuthenticationServices
public import Foundation

#if canImport(UIKit)
    public import UIKit

    // …/swiftui/uiviewrepresentable
    @available(iOS 13.0, *)
    @MainActor @preconcurrency public protocol UIViewRepresentable: View where Body == Never {
        associatedtype UIViewType: UIView
        associatedtype Coordinator = Void
        typealias Context = UIViewRepresentableContext<Self>
        func makeUIView(context: Context) -> UIViewType
        func updateUIView(_ uiView: UIViewType, context: Context)
        func makeCoordinator() -> Coordinator
    }

    // …/swiftui/view/body-swift.property
    extension UIViewRepresentable {
        public var body: Never { preconditionFailure() }
    }

    // …/swiftui/uiviewrepresentablecontext
    @available(iOS 13.0, *)
    @MainActor @preconcurrency public struct UIViewRepresentableContext<Representable: UIViewRepresentable> {
        public let coordinator: Representable.Coordinator
        public var environment: EnvironmentValues { EnvironmentValues() }
    }
#endif

// …/authenticationservices/signinwithapplebutton; visible to an app that imports both modules
@available(iOS 14.0, macOS 11.0, *)
public struct SignInWithAppleButton: PrimitiveView {
    public struct Label: Sendable {
        public static let signIn = Label()
        public static let `continue` = Label()
    }
    public init(
        _ label: Label = .signIn, onRequest: @escaping (ASAuthorizationAppleIDRequest) -> Void,
        onCompletion: @escaping (Result<ASAuthorization, any Error>) -> Void
    ) {}
}
