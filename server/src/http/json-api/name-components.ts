import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'

/**
 * The schema with a reference in the place of every named object in it. The named objects become components of the
 * OpenAPI document.
 */
export function nameComponents(app: FastifyInstance, schema: TSchema): TSchema {
  return refer(schema) as TSchema

  function refer(node: unknown): unknown {
    if (typeof node !== 'object' || node === null) return node
    if (Array.isArray(node)) return node.map(refer)
    const { $id: name } = node as { $id?: string }
    const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, refer(value)]))
    if (name === undefined) return copy
    if (!app.getSchema(name)) app.addSchema(copy)
    return { $ref: name }
  }
}
