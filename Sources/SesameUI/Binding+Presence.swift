#if canImport(SwiftUI)
    import SwiftUI

    extension Binding {
        /// Returns a binding that is true while the optional value exists; setting it to false removes the value.
        /// - Parameter close: Called before the value is removed.
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
