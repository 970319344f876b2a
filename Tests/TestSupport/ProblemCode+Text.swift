public import ParaphWire

/// Tests hold codes to the words that are on the wire.
public func == (code: ProblemCode?, text: String) -> Bool { code?.rawValue == text }

public func != (code: ProblemCode?, text: String) -> Bool { code?.rawValue != text }
