#if canImport(SwiftUI)
    import SwiftUI

    extension Binding {
        /// True while there is a value to show.
        /// - Parameter close: Called when the person puts it away.
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
