#if canImport(SwiftUI)
    import SwiftUI

    extension Binding {
        /// Returns a binding that is true while there is a value to show.
        /// - Parameter close: Called when the user dismisses it.
        func isPresent<Shown: Sendable>(_ close: @escaping @MainActor () -> Void) -> Binding<Bool>
        where Value == Shown? {
            Binding<Bool>(
                get: { @MainActor in wrappedValue != nil },
                set: { @MainActor isPresented in
                    guard !isPresented, wrappedValue != nil else { return }
                    close()
                    wrappedValue = nil
                })
        }
    }
#endif
