import SesameCore
import Testing

@testable import Sesame

@Suite struct WebCallbackTests {
    @Test(arguments: [
        ("com.example.castmate:/callback", WebCallback.scheme("com.example.castmate")),
        ("com.googleusercontent.apps.123-abc:/oauth2callback", .scheme("com.googleusercontent.apps.123-abc")),
        ("COM.example://a/b", .scheme("com.example")),
        ("https://Auth.example.com/done", .https(host: "auth.example.com", path: "/done")),
        ("https://auth.example.com", .https(host: "auth.example.com", path: "/")),
    ])
    func `a redirect URI is read as the app's scheme or its HTTPS host and path`(
        _ address: String, _ callback: WebCallback
    ) throws {
        #expect(try WebCallback(redirectURI: address) == callback)
    }

    @Test(arguments: [nil, "", "callback", "http://127.0.0.1:80/callback", "https:///callback"])
    func `any other redirect URI is rejected`(_ address: String?) async {
        await expectError(.invalidRequest) { _ = try WebCallback(redirectURI: address) }
    }
}
