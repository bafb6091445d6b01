#if canImport(SwiftUI)
    import Sesame
    import SwiftUI

    #if canImport(UIKit)
        import UIKit

        typealias TextContent = UITextContentType
    #else
        import AppKit

        typealias TextContent = NSTextContentType
    #endif

    extension View {
        /// A field for a code that comes by a text or from an authenticator app: the system offers to fill it in.
        func oneTimeCode() -> some View {
            let field = textContentType(.oneTimeCode).autocorrectionDisabled()
            #if canImport(UIKit)
                return field.keyboardType(.numberPad)
            #else
                return field
            #endif
        }

        /// A field that the system completes with what it knows about the person.
        func content(_ meaning: RegistrationField.Meaning) -> some View {
            let type: TextContent? =
                switch meaning {
                case .givenName: .givenName
                case .familyName: .familyName
                case .email: .emailAddress
                case .text: nil
                }
            let field = textContentType(type)
            #if canImport(UIKit)
                return field.keyboardType(meaning == .email ? .emailAddress : .default)
                    .textInputAutocapitalization(meaning == .email ? .never : nil)
            #else
                return field
            #endif
        }
    }
#endif
