import Foundation
import Sesame
import SesameTexts
import SesameUI
import SwiftUI

/// The four pages of the onboarding, which share one form.
struct OnboardingPages: View {
    private let couple: Couple
    private let stored: OnboardingStep?
    @State private var model: OnboardingModel?
    @State private var problem: AuthError?
    /// True after an attempt to continue without a date of birth.
    @State private var lacksDay = false

    init(_ couple: Couple, at stored: OnboardingStep?) {
        self.couple = couple
        self.stored = stored
    }

    var body: some View {
        if let model {
            OnboardingContainer(couple.state, at: stored, steps: OnboardingModel.steps) { step in
                lacksDay = step == OnboardingModel.steps.all.first && model.draft[.birthDate] == nil
                guard !lacksDay else { return false }
                await model.proceed(from: step)
                return model.problem == nil
            } content: { step in
                Page(model, step, lacksDay: lacksDay)
            }
        } else {
            VStack(spacing: 24) {
                if let problem {
                    Text(Texts().message(for: problem))
                    Button(Texts()[.actionRetry]) { Task { await load() } }
                } else {
                    ProgressView(Texts()[.loading])
                }
            }
            .task { await load() }
        }
    }

    private func load() async {
        problem = nil
        do throws(AuthError) {
            model = try await OnboardingModel(FirebaseService(couple.profiles))
        } catch {
            problem = error
        }
    }
}

/// A single page. Input stays in the model, and is saved to the server with the page.
private struct Page: View {
    @Bindable private var model: OnboardingModel
    private let step: OnboardingStep
    private let lacksDay: Bool

    init(_ model: OnboardingModel, _ step: OnboardingStep, lacksDay: Bool) {
        _model = Bindable(wrappedValue: model)
        self.step = step
        self.lacksDay = lacksDay
    }

    var body: some View {
        Form {
            if let problem = model.problem {
                Text(Texts().message(for: problem))
            }
            switch step.rawValue {
            case "aboutYou":
                TextField("Name", text: $model.draft[.name, or: ""])
                if lacksDay { Text("Turn the wheels to your date of birth.") }
                DatePicker("Date of birth", selection: day(.birthDate), displayedComponents: .date)
                    .datePickerStyle(.wheel)
            case "goals":
                ForEach(["Communication", "Trust", "Time together"], id: \.self) { goal in
                    Toggle(goal, isOn: has(goal))
                }
            case "relationship":
                Picker("Together for", selection: $model.draft[.relationshipDuration, or: .notInRelationship]) {
                    ForEach(AppUser.RelationshipDuration.allCases, id: \.self) { duration in
                        Text(words(for: duration)).tag(duration)
                    }
                }
            default:
                TextField("Kind of questions", text: $model.draft[.questionMode, or: ""])
            }
        }
    }

    private func words(for duration: AppUser.RelationshipDuration) -> String {
        switch duration {
        case .notInRelationship: "Not in a relationship"
        case .lessThanOneYear: "Less than a year"
        case .oneToFiveYears: "One to five years"
        case .moreThanFiveYears: "More than five years"
        }
    }

    /// Returns a binding to a day. An empty field shows today, which is not saved.
    private func day(_ field: ProfileField<CalendarDay>) -> Binding<Date> {
        Binding(
            get: { @MainActor in
                model.draft[field].flatMap { Calendar(identifier: .gregorian).date(from: $0.components) } ?? Date()
            },
            set: { @MainActor date in model.draft[field] = CalendarDay(date, in: .current) })
    }

    private func has(_ goal: String) -> Binding<Bool> {
        Binding(
            get: { @MainActor in model.draft[.relationshipGoals]?.contains(goal) == true },
            set: { @MainActor isWanted in
                let others = (model.draft[.relationshipGoals] ?? []).filter { $0 != goal }
                model.draft[.relationshipGoals] = isWanted ? others + [goal] : others
            })
    }
}
