import SesameCore
import Testing

@testable import Sesame

@Suite struct AccountMethodsTests {
    private struct Sheet: CredentialSource {
        var keepsGuest = true

        func credential(for request: CredentialRequest) async throws(AuthError) -> AuthCredential {
            throw AuthError(.cancelled, "nobody is there")
        }
    }

    private let options = SignInOptions(apple: Sheet(), google: Sheet(), allowsGuests: true)

    @Test func `the only sign-in method cannot be removed, and others can be added`() {
        let methods = AccountMethods(of: .mock(providers: ["google"]), options)
        #expect(methods.present.map(\.removable) == [nil])
        #expect(methods.addable == [.apple])
    }

    @Test func `with several sign-in methods, each one that the app offers can be removed`() {
        let methods = AccountMethods(of: .mock(providers: ["apple", "example", "password"]), options)
        #expect(methods.present.map(\.name) == ["apple", "example", "password"])
        #expect(methods.present.map(\.removable) == [.apple, nil, .password])
        #expect(methods.addable == [.google])
    }

    @Test func `a password can be added only once, and only if the app allows passwords`() {
        let options = SignInOptions(google: Sheet(), allowsPasswords: true)
        #expect(AccountMethods(of: .mock(providers: ["google"]), options).canAddPassword)
        #expect(!AccountMethods(of: .mock(providers: ["google"]), self.options).canAddPassword)
        let methods = AccountMethods(of: .mock(providers: ["google", "password"]), options)
        #expect(!methods.canAddPassword && methods.present.map(\.isPassword) == [false, true])
    }

    @Test func `a sign-in method that cannot be linked is not offered`() {
        let options = SignInOptions(apple: Sheet(keepsGuest: false), google: Sheet())
        #expect(AccountMethods(of: .mock(providers: ["password"]), options).addable == [.google])
    }
}
