/// *Put films onto the drawings of a track file.*
package func render(_ request: RenderRequest, _ context: RunContext) throws -> RenderSummary {
    throw SketchreelError("\(request.clip): cannot be rendered yet")
}
