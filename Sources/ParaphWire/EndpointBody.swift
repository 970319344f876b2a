/// What can be the body of a call or its answer: ``JSONContent``, ``Content``, ``ByteStream``, ``ServerSentEvents`` or ``Nothing``.
///
/// A type that is none of these is no body of an ``Endpoint``, which the compiler says.
public protocol EndpointBody: Sendable {}

/// A body that is read and written whole: JSON, ``Content`` and ``Nothing``.
public protocol WholeBody: EndpointBody {}

/// A body that is the JSON of its type.
public protocol JSONContent: WholeBody, Codable {}
