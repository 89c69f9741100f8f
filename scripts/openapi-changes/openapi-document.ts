/** An OpenAPI 3.1 document. */
export type OpenApiDocument = {
  paths: Record<string, Record<string, unknown>>
  components?: object
  security?: Record<string, string[]>[]
}
