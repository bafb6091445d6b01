#if canImport(AuthenticationServices)
    import Foundation

    extension NotificationCenter {
        /// Returns an element for each notification of that name in the default center, from now on. It carries nothing:
        /// a notification's content may belong to one thread.
        static func posts(of name: Notification.Name) -> AsyncStream<Void> {
            let (stream, listener) = AsyncStream<Void>.makeStream()
            let observer = Observer(
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in listener.yield() }
            )
            listener.onTermination = { _ in observer.remove() }
            return stream
        }

        /// The token that the center gives. Unchecked, since the center takes it from any thread.
        private struct Observer: @unchecked Sendable {
            private let token: any NSObjectProtocol

            init(_ token: any NSObjectProtocol) {
                self.token = token
            }

            func remove() {
                NotificationCenter.default.removeObserver(token)
            }
        }
    }
#endif
