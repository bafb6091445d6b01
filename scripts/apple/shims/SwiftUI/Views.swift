// https://developer.apple.com/documentation/swiftui
public import Foundation

// …/swiftui/text
@available(iOS 13.0, macOS 10.15, *)
public struct Text: PrimitiveView, Equatable, Sendable {
    nonisolated public init<S: StringProtocol>(_ content: S) {}
    nonisolated public func bold() -> Text { self }
    nonisolated public func font(_ font: Font?) -> Text { self }
}

// …/swiftui/link
@available(iOS 14.0, macOS 11.0, *)
public struct Link<Label: View>: PrimitiveView {
    nonisolated public init<S: StringProtocol>(_ title: S, destination: URL) where Label == Text {}
}

// …/swiftui/image
@available(iOS 13.0, macOS 10.15, *)
public struct Image: PrimitiveView, Equatable, Sendable {
    @available(iOS 13.0, macOS 11.0, *)
    nonisolated public init(systemName: String) {}
    public enum Scale: Sendable { case small, medium, large }
}

// …/swiftui/spacer
@available(iOS 13.0, macOS 10.15, *)
public struct Spacer: PrimitiveView {
    nonisolated public init(minLength: CGFloat? = nil) {}
}

// …/swiftui/vstack
@available(iOS 13.0, macOS 10.15, *)
public struct VStack<Content: View>: PrimitiveView {
    public init(alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content)
    {}
}

// …/swiftui/hstack
@available(iOS 13.0, macOS 10.15, *)
public struct HStack<Content: View>: PrimitiveView {
    public init(alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content) {}
}

// …/swiftui/zstack
@available(iOS 13.0, macOS 10.15, *)
public struct ZStack<Content: View>: PrimitiveView {
    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {}
}

// …/swiftui/foreach
@available(iOS 13.0, macOS 10.15, *)
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: PrimitiveView {
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
}

// …/swiftui/form
@available(iOS 13.0, macOS 10.15, *)
public struct Form<Content: View>: PrimitiveView {
    public init(@ViewBuilder content: () -> Content) {}
}

// …/swiftui/section
@available(iOS 13.0, macOS 10.15, *)
public struct Section<Parent, Content, Footer>: PrimitiveView {
    @available(iOS 15.0, macOS 12.0, *)
    public init(@ViewBuilder content: () -> Content) where Parent == EmptyView, Content: View, Footer == EmptyView {}
}

// …/swiftui/button
@available(iOS 13.0, macOS 10.15, *)
public struct Button<Label: View>: PrimitiveView {
    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
    public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) where Label == Text {}
    @available(iOS 15.0, macOS 12.0, *)
    public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void)
    where Label == Text {}
}

// …/swiftui/buttonrole
@available(iOS 15.0, macOS 12.0, *)
public struct ButtonRole: Equatable, Sendable {
    public static let destructive = ButtonRole()
    public static let cancel = ButtonRole()
}

// …/swiftui/textfield
@available(iOS 13.0, macOS 10.15, *)
public struct TextField<Label: View>: PrimitiveView {
    public init<S: StringProtocol>(_ title: S, text: Binding<String>) where Label == Text {}
}

// …/swiftui/securefield
@available(iOS 13.0, macOS 10.15, *)
public struct SecureField<Label: View>: PrimitiveView {
    public init<S: StringProtocol>(_ title: S, text: Binding<String>) where Label == Text {}
}

// …/swiftui/picker
@available(iOS 13.0, macOS 10.15, *)
public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: PrimitiveView {
    public init<S: StringProtocol>(
        _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) where Label == Text {}
}

// …/swiftui/toggle
@available(iOS 13.0, macOS 10.15, *)
public struct Toggle<Label: View>: PrimitiveView {
    public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) where Label == Text {}
}

// …/swiftui/datepicker
@available(iOS 13.0, macOS 10.15, *)
public struct DatePicker<Label: View>: PrimitiveView {
    public typealias Components = DatePickerComponents
    public init<S: StringProtocol>(
        _ title: S, selection: Binding<Date>,
        displayedComponents: DatePicker<Label>.Components = [.hourAndMinute, .date]
    ) where Label == Text {}
}

// …/swiftui/datepickercomponents
@available(iOS 13.0, macOS 10.15, *)
public struct DatePickerComponents: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let hourAndMinute = DatePickerComponents(rawValue: 1)
    public static let date = DatePickerComponents(rawValue: 2)
}

#if canImport(UIKit)
    // …/swiftui/view/datepickerstyle(_:)
    extension View {
        nonisolated public func datePickerStyle<S: DatePickerStyle>(_ style: S) -> some View { EmptyView() }
    }

    // …/swiftui/datepickerstyle
    @available(iOS 13.0, *)
    @MainActor public protocol DatePickerStyle {}

    // …/swiftui/wheeldatepickerstyle
    @available(iOS 13.0, *)
    public struct WheelDatePickerStyle: DatePickerStyle {
        nonisolated public init() {}
    }

    // …/swiftui/datepickerstyle/wheel
    extension DatePickerStyle where Self == WheelDatePickerStyle {
        public static var wheel: WheelDatePickerStyle { WheelDatePickerStyle() }
    }
#endif

// …/swiftui/progressview
@available(iOS 14.0, macOS 11.0, *)
public struct ProgressView<Label: View, CurrentValueLabel: View>: PrimitiveView {
    nonisolated public init() where Label == EmptyView, CurrentValueLabel == EmptyView {}
    nonisolated public init<S: StringProtocol>(_ title: S) where Label == Text, CurrentValueLabel == EmptyView {}
    nonisolated public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0)
    where Label == EmptyView, CurrentValueLabel == EmptyView {}
}

// …/swiftui/horizontalalignment
@available(iOS 13.0, macOS 10.15, *)
public struct HorizontalAlignment: Equatable, Sendable {
    public static let leading = HorizontalAlignment()
    public static let center = HorizontalAlignment()
}

// …/swiftui/verticalalignment
@available(iOS 13.0, macOS 10.15, *)
public struct VerticalAlignment: Equatable, Sendable {
    public static let center = VerticalAlignment()
}

// …/swiftui/alignment
@available(iOS 13.0, macOS 10.15, *)
public struct Alignment: Equatable, Sendable {
    public static let center = Alignment()
}
