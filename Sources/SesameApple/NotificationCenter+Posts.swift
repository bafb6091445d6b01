#if canImport(AuthenticationServices)
    import Foundation

    extension NotificationCenter {
        /// Returns a stream with an element for each later notification with the given name in the default center. An
        /// element carries no content, because a notification's content may belong to one thread.
        static func posts(of name: Notification.Name) -> AsyncStream<Void> {
            let (stream, listener) = AsyncStream<Void>.makeStream()
            let observer = Observer(
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in listener.yield() }
            )
            listener.onTermination = { _ in observer.remove() }
            return stream
        }

        /// The center's observer token. Unchecked, because the center accepts it from any thread.
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
