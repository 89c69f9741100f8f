import type { TSchema } from 'typebox'

export type Serialize = (schema: TSchema, value: unknown) => string

/** The value as JSON with the fields that the schema declares, in the order of the schema. No other field is sent. */
export const serializeBySchema: Serialize = (schema, value) => JSON.stringify(pickDeclared(schema, value))

type Node = {
  anyOf?: Node[]
  items?: Node
  properties?: Record<string, Node>
  additionalProperties?: boolean
}

function pickDeclared(schema: Node, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const node = schema.anyOf?.find(({ items, properties }) => (Array.isArray(value) ? items : properties)) ?? schema
  if (Array.isArray(value)) return value.map((item) => pickDeclared(node.items ?? {}, item))
  if (node.additionalProperties === true) return value
  const fields = value as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(node.properties ?? {}).map(([name, field]) => [name, pickDeclared(field, fields[name])]),
  )
}
