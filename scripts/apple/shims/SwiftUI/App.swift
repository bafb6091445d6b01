// https://developer.apple.com/documentation/swiftui/app-organization
public import Foundation

// …/swiftui/app
@available(iOS 14.0, macOS 11.0, *)
@MainActor @preconcurrency public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}

// …/swiftui/app/main()
extension App {
    @MainActor @preconcurrency public static func main() {}
}

// …/swiftui/scene
@available(iOS 14.0, macOS 11.0, *)
@MainActor @preconcurrency public protocol Scene {}

// …/swiftui/scenebuilder
@available(iOS 14.0, macOS 11.0, *)
@resultBuilder public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

// …/swiftui/windowgroup
@available(iOS 14.0, macOS 11.0, *)
public struct WindowGroup<Content: View>: Scene {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
}

#if canImport(UIKit)
    public import UIKit

    // …/swiftui/uiapplicationdelegateadaptor
    @available(iOS 14.0, *)
    @propertyWrapper @MainActor @preconcurrency
    public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate> {
        public init(_ delegateType: DelegateType.Type = DelegateType.self) {}
        public var wrappedValue: DelegateType { preconditionFailure() }
    }
#endif

// …/swiftui/navigationlink
@available(iOS 13.0, macOS 10.15, *)
public struct NavigationLink<Label: View, Destination: View>: PrimitiveView {
    public init<S: StringProtocol>(_ title: S, @ViewBuilder destination: () -> Destination) where Label == Text {}
}

// …/swiftui/navigationstack
@available(iOS 16.0, macOS 13.0, *)
public struct NavigationStack<Root: View>: PrimitiveView {
    public init(@ViewBuilder root: () -> Root) {}
}
