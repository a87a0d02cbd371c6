/// *Register a drawing.*
package func register(_ request: RegisterRequest, _ context: RunContext) throws -> RegisterSummary {
    throw SketchreelError("\(request.image): cannot be registered yet")
}

/// *Find drawings in a clip and write a track file.*
package func track(_ request: TrackRequest, _ context: RunContext) throws -> TrackSummary {
    throw SketchreelError("\(request.clip): cannot be tracked yet")
}

/// *Put films onto the drawings of a track file.*
package func render(_ request: RenderRequest, _ context: RunContext) throws -> RenderSummary {
    throw SketchreelError("\(request.clip): cannot be rendered yet")
}
