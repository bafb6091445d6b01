import Foundation
import SesameHTTP
import Testing

struct RetryAfterTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test(arguments: [
        ("7", 7), (" 7 ", 7), ("-1", 0), ("1000000", 86_400), ("Fri, 15 Jan 2027 08:01:00 GMT", 60),
        ("Fri, 15 Jan 2027 07:00:00 GMT", 0), ("nan", nil), ("inf", nil), ("1.5", nil), ("soon", nil), ("", nil),
        (nil, nil),
    ])
    func `Retry-After is a number of seconds or a date, and at most one day`(text: String?, seconds: Double?) {
        let response = OutgoingResponse(status: 503, headers: text.map { [("Retry-After", $0)] } ?? [], body: [])
        #expect(response.retryAfter(at: Self.now) == seconds)
    }
}
