import SesameCore
public import SesameTexts
import SesameWire

extension Texts {
    /// Returns the instructions for the kind of code that the user has chosen in the form.
    public func instruction(for form: SecondFactorForm) -> String {
        guard let factor = form.factor else { return self[.secondFactorRecoveryText] }
        guard let phone = form.phone else { return self[.secondFactorAppText] }
        let number = phone.phone ?? ""
        let isTexted = form.smsFactorID?.hasSameBytes(as: factor.id) == true
        return isTexted ? text(.secondFactorTexted, number) : text(.secondFactorPhoneText, number)
    }

    /// Returns the label of a kind of code: the factor's own name, or else its kind, with the number of a phone.
    public func name(of method: SecondFactorForm.Method, in form: SecondFactorForm) -> String {
        guard case .factor(let id) = method else { return self[.secondFactorRecovery] }
        let factor = form.factors.first { $0.id.hasSameBytes(as: id) }
        if let name = factor?.displayName { return name }
        guard let factor, factor.kind == .phone else { return self[.secondFactorApp] }
        return text(.secondFactorPhone, factor.phone ?? "")
    }
}
