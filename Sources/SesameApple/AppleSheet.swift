#if canImport(AuthenticationServices)
    import AuthenticationServices
    import Foundation
    import Sesame
    import SesameCore

    /// One showing of Apple's sheet: from the request to the first call of the delegate.
    @MainActor final class AppleSheet: NSObject {
        private let anchor: ASPresentationAnchor
        private var controller: ASAuthorizationController?
        private var end: SingleResume<AppleSheetAnswer>?

        private init(anchor: ASPresentationAnchor) {
            self.anchor = anchor
        }

        static func show(_ attempt: AppleSheetAttempt, over window: SheetWindow) async throws(AuthError)
            -> AppleSheetAnswer
        {
            guard let anchor = window.anchor else { throw SystemSheetError.notShown.authError }
            let sheet = AppleSheet(anchor: anchor)
            // The system refers to its delegate weakly: until the wait is over, this function holds it.
            defer { sheet.close() }
            return try await SingleResume.wait(onCancel: { Task { await sheet.cancel() } }) { end in
                sheet.begin(attempt, end)
            }
        }

        private func begin(_ attempt: AppleSheetAttempt, _ end: SingleResume<AppleSheetAnswer>) {
            let request = ASAuthorizationAppleIDProvider().createRequest()
            request.requestedScopes = attempt.scopes == .nameAndEmail ? [.fullName, .email] : []
            request.nonce = attempt.nonceHash
            request.state = attempt.state
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
            guard let credential = authorization.credential as? ASAuthorizationAppleIDCredential else {
                end?.resume(throwing: AuthError(.providerUnavailable, "Apple's sheet gave another kind of credential"))
                return
            }
            end?.resume(
                returning: AppleSheetAnswer(
                    identityToken: credential.identityToken.map(Array.init),
                    authorizationCode: credential.authorizationCode.map(Array.init), state: credential.state,
                    givenName: credential.fullName?.givenName, familyName: credential.fullName?.familyName))
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
