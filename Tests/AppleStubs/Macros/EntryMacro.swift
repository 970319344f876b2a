import SwiftSyntax
import SwiftSyntaxMacros

/// What `@Entry` of SwiftUI makes of a variable in an extension of `EnvironmentValues`: accessors, and the key that holds its default.
public struct EntryMacro: AccessorMacro, PeerMacro {
    public static func expansion(
        of node: AttributeSyntax,
        providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let name = name(of: declaration) else { return [] }
        return ["get { self[__Key_\(raw: name).self] }", "set { self[__Key_\(raw: name).self] = newValue }"]
    }

    public static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let name = name(of: declaration), let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first else { return [] }
        let value = binding.initializer?.value.trimmedDescription ?? "nil"
        let property =
            if let type = binding.typeAnnotation?.type.trimmedDescription {
                "static var defaultValue: \(type) { \(value) }"
            } else {
                "static let defaultValue = \(value)"
            }
        return ["nonisolated private struct __Key_\(raw: name): SwiftUI.EnvironmentKey { \(raw: property) }"]
    }

    private static func name(of declaration: some DeclSyntaxProtocol) -> String? {
        declaration.as(VariableDeclSyntax.self)?.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }
}
