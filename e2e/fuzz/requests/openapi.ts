import { readFileSync } from 'node:fs'

type Limit = 'minItems' | 'maxItems' | 'minLength' | 'maxLength' | 'minimum' | 'maximum'

export type Schema = Partial<Record<'$ref' | 'type' | 'pattern', string>> &
  Partial<Record<Limit, number>> & {
    const?: unknown
    enum?: unknown[]
    anyOf?: Schema[]
    items?: Schema
    properties?: Record<string, Schema>
    required?: string[]
    additionalProperties?: boolean | Schema
    patternProperties?: Record<string, Schema>
  }
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required?: boolean; schema: Schema }
export type Operation = {
  id: string
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | undefined
}

type OpenApiOperation = {
  operationId: string
  parameters?: Parameter[]
  requestBody?: { content: { 'application/json'?: { schema: Schema } } }
}
type OpenApi = {
  paths: Record<string, Record<string, OpenApiOperation>>
  components: { schemas: Record<string, Schema> }
}

/** Reads every operation of a published document, such as `manage-1.0`. */
export function readOperations(name: string): Operation[] {
  const text = readFileSync(new URL(`../../../contract/openapi/${name}.json`, import.meta.url), 'utf8')
  const { components } = JSON.parse(text) as OpenApi
  // Schemas of request bodies refer to each other only one level deep.
  const { paths } = JSON.parse(text, (_, value: Schema | null) => {
    const referred = value?.$ref?.split('/schemas/')[1]
    return referred === undefined ? value : components.schemas[referred]
  }) as OpenApi
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema,
    })),
  )
}
