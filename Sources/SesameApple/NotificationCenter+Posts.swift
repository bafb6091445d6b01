#if canImport(AuthenticationServices)
    import Foundation

    extension NotificationCenter {
        /// Returns an element for each notification of that name, from now on. It carries nothing: a notification's
        /// content may belong to one thread.
        func posts(of name: Notification.Name) -> AsyncStream<Void> {
            let (stream, listener) = AsyncStream<Void>.makeStream()
            let observer = Observer(addObserver(forName: name, object: nil, queue: nil) { _ in listener.yield() })
            listener.onTermination = { [center = Center(self)] _ in center.remove(observer) }
            return stream
        }

        /// The token that the center gives, which it takes from any thread.
        private struct Observer: @unchecked Sendable {
            let token: any NSObjectProtocol

            init(_ token: any NSObjectProtocol) {
                self.token = token
            }
        }

        /// The center, which may be used from any thread.
        private struct Center: @unchecked Sendable {
            let center: NotificationCenter

            init(_ center: NotificationCenter) {
                self.center = center
            }

            func remove(_ observer: Observer) {
                center.removeObserver(observer.token)
            }
        }
    }
#endif
