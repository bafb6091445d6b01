// https://developer.apple.com/documentation/swiftui/view-modifiers
public import Foundation
public import Observation

// …/swiftui/view; each modifier by its name
extension View {
    nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View { EmptyView() }
    nonisolated public func padding(_ length: CGFloat) -> some View { EmptyView() }
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { EmptyView() }
    nonisolated public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center)
        -> some View
    { EmptyView() }
    nonisolated public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View { EmptyView() }
    nonisolated public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        EmptyView()
    }
    nonisolated public func disabled(_ disabled: Bool) -> some View { EmptyView() }
    nonisolated public func font(_ font: Font?) -> some View { EmptyView() }
    @available(iOS 16.0, macOS 13.0, *)
    nonisolated public func bold(_ isActive: Bool = true) -> some View { EmptyView() }
    nonisolated public func imageScale(_ scale: Image.Scale) -> some View { EmptyView() }
    nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { EmptyView() }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { EmptyView() }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func tint(_ tint: Color?) -> some View { EmptyView() }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func background<S: ShapeStyle, T: InsettableShape>(_ style: S, in shape: T) -> some View {
        EmptyView()
    }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func overlay<V: View>(alignment: Alignment = .center, @ViewBuilder content: () -> V)
        -> some View
    { EmptyView() }
    nonisolated public func overlay<Overlay: View>(_ overlay: Overlay, alignment: Alignment = .center) -> some View {
        EmptyView()
    }
    nonisolated public func contentShape<S: Shape>(_ shape: S, eoFill: Bool = false) -> some View { EmptyView() }
    nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { EmptyView() }
    nonisolated public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { EmptyView() }
    nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { EmptyView() }
    nonisolated public func opacity(_ opacity: Double) -> some View { EmptyView() }
    nonisolated public func tag<V: Hashable>(_ tag: V) -> some View { EmptyView() }
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { EmptyView() }
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func accessibilityLabel(_ label: Text) -> some View { EmptyView() }
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { EmptyView() }
    @available(iOS 14.0, macOS 11.0, *)
    nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { EmptyView() }
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { EmptyView() }
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { EmptyView() }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View { EmptyView() }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View { EmptyView() }
    @available(iOS 17.0, macOS 14.0, *)
    nonisolated public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View { EmptyView() }
    @available(iOS 17.0, macOS 14.0, *)
    nonisolated public func environment<T: AnyObject & Observable>(_ object: T?) -> some View { EmptyView() }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func confirmationDialog<S: StringProtocol, A: View>(
        _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic, @ViewBuilder actions: () -> A
    ) -> some View { EmptyView() }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func confirmationDialog<S: StringProtocol, A: View, M: View>(
        _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
        @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View { EmptyView() }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { EmptyView() }
    nonisolated public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View { EmptyView() }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View { EmptyView() }
    @available(iOS 15.0, macOS 12.0, *)
    nonisolated public func alert<S: StringProtocol, A: View, M: View>(
        _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View { EmptyView() }
}

// …/swiftui/textselectability
@available(iOS 15.0, macOS 12.0, *)
public protocol TextSelectability {}

// …/swiftui/enabledtextselectability
@available(iOS 15.0, macOS 12.0, *)
public struct EnabledTextSelectability: TextSelectability {}

// …/swiftui/textselectability/enabled
@available(iOS 15.0, macOS 12.0, *)
extension TextSelectability where Self == EnabledTextSelectability {
    public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}

// …/swiftui/edge/set
@available(iOS 13.0, macOS 10.15, *)
public enum Edge: Sendable {
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static let top = Set(rawValue: 1)
        public static let horizontal = Set(rawValue: 2)
        public static let all = Set(rawValue: 3)
    }
}

// …/swiftui/contentmode
@available(iOS 13.0, macOS 10.15, *)
public enum ContentMode: Sendable { case fit, fill }

// …/swiftui/textalignment
@available(iOS 13.0, macOS 10.15, *)
public enum TextAlignment: Sendable { case leading, center, trailing }

// …/swiftui/visibility
@available(iOS 15.0, macOS 12.0, *)
public enum Visibility: Sendable { case automatic, visible, hidden }

// …/swiftui/accessibilitytraits
@available(iOS 13.0, macOS 10.15, *)
public struct AccessibilityTraits: Sendable {
    public static let isHeader = AccessibilityTraits()
    public static let isStaticText = AccessibilityTraits()
}

// …/swiftui/primitivebuttonstyle
@available(iOS 13.0, macOS 10.15, *)
@MainActor public protocol PrimitiveButtonStyle {}
// …/swiftui/plainbuttonstyle
@available(iOS 13.0, macOS 10.15, *)
public struct PlainButtonStyle: PrimitiveButtonStyle {
    nonisolated public init() {}
}
// …/swiftui/borderedprominentbuttonstyle
@available(iOS 15.0, macOS 12.0, *)
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
    nonisolated public init() {}
}
// …/swiftui/primitivebuttonstyle/plain
extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}
// …/swiftui/primitivebuttonstyle/borderedprominent
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

// …/swiftui/borderlessbuttonstyle
@available(iOS 13.0, macOS 10.15, *)
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
    nonisolated public init() {}
}
// …/swiftui/primitivebuttonstyle/borderless
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

// …/swiftui/viewmodifier
@available(iOS 13.0, macOS 10.15, *)
@MainActor @preconcurrency public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = _ViewModifier_Content<Self>
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

// …/swiftui/viewmodifier/content
@available(iOS 13.0, macOS 10.15, *)
public struct _ViewModifier_Content<Modifier: ViewModifier>: PrimitiveView {
    nonisolated init() {}
}

// …/swiftui/view/modifier(_:)
extension View {
    nonisolated public func modifier<T>(_ modifier: T) -> some View { EmptyView() }
}

// …/swiftui/pickerstyle
@available(iOS 13.0, macOS 10.15, *)
@MainActor public protocol PickerStyle {}
// …/swiftui/segmentedpickerstyle
@available(iOS 13.0, macOS 10.15, *)
public struct SegmentedPickerStyle: PickerStyle {
    nonisolated public init() {}
}
// …/swiftui/pickerstyle/segmented
extension PickerStyle where Self == SegmentedPickerStyle {
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}
