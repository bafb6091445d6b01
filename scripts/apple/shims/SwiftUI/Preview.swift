// https://developer.apple.com/documentation/swiftui/previews-in-xcode

// …/swiftui/preview(_:body:)
@available(iOS 13.0, macOS 10.15, *)
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
    #externalMacro(module: "PreviewsMacros", type: "SwiftUIView")
