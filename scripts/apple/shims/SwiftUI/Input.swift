// https://developer.apple.com/documentation/swiftui/text-input-and-output
public import Foundation

#if canImport(UIKit)
    public import UIKit

    // …/swiftui/view; each modifier by its name
    extension View {
        nonisolated public func textContentType(_ textContentType: UITextContentType?) -> some View { EmptyView() }
        nonisolated public func keyboardType(_ type: UIKeyboardType) -> some View { EmptyView() }
        @available(iOS 15.0, *)
        nonisolated public func textInputAutocapitalization(
            _ autocapitalization: TextInputAutocapitalization?
        ) -> some View { EmptyView() }
    }

    // …/swiftui/textinputautocapitalization
    @available(iOS 15.0, *)
    public struct TextInputAutocapitalization: Sendable {
        public static var never: TextInputAutocapitalization { TextInputAutocapitalization() }
    }
#else
    public import AppKit

    // …/swiftui/view/textcontenttype(_:)
    extension View {
        @available(macOS 11.0, *)
        nonisolated public func textContentType(_ textContentType: NSTextContentType?) -> some View { EmptyView() }
    }
#endif
