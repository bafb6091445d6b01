import Sesame
import SesameCore

/// A converter from the errors of Firestore and of callable functions to `AuthError`, by their canonical codes
/// (https://cloud.google.com/apis/design/errors#handling_errors).
enum GoogleServiceErrors {
    /// The kind of request that failed.
    enum Purpose {
        case read
        case write
        case call
    }

    /// Returns true if the write's condition on the document did not hold.
    static func isConflict(_ response: TransportResponse) -> Bool {
        guard let status = GoogleAPIError(response)?.status else { return false }
        return ["FAILED_PRECONDITION", "ABORTED", "ALREADY_EXISTS", "NOT_FOUND"].contains(status)
            && (400...409).contains(response.status)
    }

    /// Returns Sesame's error for a failed response, by the canonical code of its error.
    static func error(_ response: TransportResponse, _ purpose: Purpose) -> AuthError {
        let refusal = purpose == .call ? GoogleAPIError(callable: response) : GoogleAPIError(response)
        guard response.status < 500, response.status != 429, let refusal else { return .foreign(response) }
        let (code, reason) = meaning(of: refusal, purpose)
        return .refused(refusal, response, as: code, reason)
    }

    private static func meaning(of refusal: GoogleAPIError, _ purpose: Purpose) -> (AuthError.Code, String) {
        switch refusal.status {
        case "UNAUTHENTICATED": (.notAuthenticated, "the access token is rejected")
        case "PERMISSION_DENIED" where refusal.isAboutKey:
            (.invalidRequest, "the API key is not valid for this app, or the project has not enabled the service")
        // The project's rules allow the user to read but not to make this write, so a retry is useless.
        case "PERMISSION_DENIED" where purpose == .write:
            (.readOnlyField, "the project's security rules reject the change")
        case "PERMISSION_DENIED": (.invalidRequest, "the project's security rules or its function reject the request")
        case "NOT_FOUND": (.notFound, "the project has no such database or function")
        case "RESOURCE_EXHAUSTED": (.rateLimited, "too many requests")
        case "ABORTED", "UNAVAILABLE", "CANCELLED":
            (.storageUnavailable, "the service cannot complete the request now; try again")
        default: (.invalidRequest, "the project rejects the request")
        }
    }
}
