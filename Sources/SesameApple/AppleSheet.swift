#if canImport(AuthenticationServices)
    import AuthenticationServices
    import Foundation
    import Sesame
    import SesameCore

    /// One presentation of Apple's sheet, from the request to the first call of the delegate.
    @MainActor final class AppleSheet: NSObject {
        private let anchor: ASPresentationAnchor
        private var controller: ASAuthorizationController?
        private var end: SingleResume<AppleIDCredential>?

        private init(anchor: ASPresentationAnchor) {
            self.anchor = anchor
        }

        static func show(_ attempt: AppleSheetRequest, over window: SheetWindow) async throws(AuthError)
            -> AppleIDCredential
        {
            guard let anchor = window.anchor else { throw SystemSheetError.notShown.authError }
            let sheet = AppleSheet(anchor: anchor)
            // The system holds its delegate weakly, so this function keeps a reference until the wait is over.
            defer { sheet.close() }
            return try await SingleResume.wait(onCancel: { Task { await sheet.cancel() } }) { end in
                sheet.begin(attempt, end)
            }
        }

        private func begin(_ attempt: AppleSheetRequest, _ end: SingleResume<AppleIDCredential>) {
            let request = ASAuthorizationAppleIDProvider().createRequest()
            attempt.configure(request)
            let controller = ASAuthorizationController(authorizationRequests: [request])
            controller.delegate = self
            controller.presentationContextProvider = self
            self.controller = controller
            self.end = end
            controller.performRequests()
        }

        private func cancel() {
            controller?.cancel()
        }

        private func close() {
            controller = nil
            end = nil
        }
    }

    extension AppleSheet: ASAuthorizationControllerDelegate {
        func authorizationController(
            controller: ASAuthorizationController, didCompleteWithAuthorization authorization: ASAuthorization
        ) {
            end?.resume(with: AppleIDCredential.of(authorization))
        }

        func authorizationController(controller: ASAuthorizationController, didCompleteWithError error: any Error) {
            end?.resume(throwing: SystemSheetError.apple((error as NSError).code).authError)
        }
    }

    extension AppleSheet: ASAuthorizationControllerPresentationContextProviding {
        func presentationAnchor(for controller: ASAuthorizationController) -> ASPresentationAnchor {
            anchor
        }
    }
#endif
