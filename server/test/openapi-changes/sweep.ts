import type { Json } from './mutations.ts'

type Change = { name: string; document: Json }
type Side = 'request' | 'response'
type ReachedSchema = { schema: Json; side: Side; place: string }

const LIMITS: Record<string, number> = {
  maxLength: -1,
  maximum: -1,
  maxItems: -1,
  minLength: 1,
  minimum: 1,
  minItems: 1,
}

/** Makes every simple breaking change of a document, one at a time, at every place where it is possible. */
export function everyBreakingChangeOf(original: Json): Change[] {
  const changes: Change[] = []
  // Each visit of the document makes one change: the n-th visit makes the n-th.
  for (let index = 0; ; index++) {
    const document = structuredClone(original)
    let visited = -1
    let name: string | undefined
    const offer = (description: string, change: () => void): void => {
      visited += 1
      if (visited !== index) return
      name = description
      change()
    }
    visit(document, offer)
    if (name === undefined) return changes
    changes.push({ name, document })
  }
}

type Offer = (description: string, change: () => void) => void

function visit(document: Json, offer: Offer): void {
  const reached = { request: new Set<Json>(), response: new Set<Json>() }
  for (const [path, methods] of Object.entries(document['paths'] ?? {})) {
    offer(`${path} removed`, () => delete document['paths']?.[path])
    for (const [method, operation] of Object.entries(methods)) {
      const place = `${method} ${path}`
      offer(`${place} removed`, () => delete methods[method])
      offer(`${place} renamed`, () => Object.assign(operation, { operationId: 'other' }))
      for (const status of Object.keys(operation['responses'] ?? {})) {
        offer(`${place} ${status} removed`, () => delete operation['responses']?.[status])
      }
      const parameters = (operation['parameters'] ?? []) as unknown as Json[]
      for (const [index, parameter] of parameters.entries()) {
        offer(`${place} parameter ${index} removed`, () => parameters.splice(index, 1))
        if (!parameter['required']) {
          offer(`${place} parameter ${index} required`, () => Object.assign(parameter, { required: true }))
        }
      }
      for (const reachedSchema of schemasOf({ document, operation, place, reached })) visitSchema(reachedSchema, offer)
    }
  }
}

function visitSchema({ schema, side, place }: ReachedSchema, offer: Offer): void {
  const type = schema['type'] as unknown
  if (type) offer(`${place} type`, () => Object.assign(schema, { type: type === 'boolean' ? 'integer' : 'boolean' }))
  for (const [limit, tighter] of Object.entries(LIMITS)) {
    const value = schema[limit] as unknown as number | undefined
    if (value === undefined) continue
    offer(`${place} ${limit}`, () =>
      Object.assign(schema, { [limit]: value + (side === 'request' ? tighter : -tighter) }),
    )
  }
  const required = (schema['required'] ?? []) as unknown as string[]
  for (const field of Object.keys(schema['properties'] ?? {})) {
    offer(`${place} ${field} removed`, () => delete schema['properties']?.[field])
    const isRequired = required.includes(field)
    if (side === 'request' && !isRequired) {
      offer(`${place} ${field} required`, () => Object.assign(schema, { required: [...required, field] }))
    }
    if (side === 'response' && isRequired) {
      offer(`${place} ${field} optional`, () => required.splice(required.indexOf(field), 1))
    }
  }
}

type Search = { document: Json; operation: Json; place: string; reached: Record<Side, Set<Json>> }

/** The schemas that an operation uses and that no earlier operation used. */
function schemasOf({ document, operation, place, reached }: Search): ReachedSchema[] {
  const all: ReachedSchema[] = []

  function add(schema: Json | undefined, side: Side, where: string): void {
    if (!schema) return
    const name = (schema['$ref'] as unknown as string | undefined)?.split('/').at(-1)
    const target = name === undefined ? schema : document['components']?.['schemas']?.[name]
    if (!target || reached[side].has(target)) return
    reached[side].add(target)
    all.push({ schema: target, side, place: where })
    for (const [field, nested] of Object.entries(target['properties'] ?? {})) add(nested, side, `${where}.${field}`)
    add(target['items'], side, `${where}[]`)
    const variants = (target['anyOf'] ?? []) as unknown as Json[]
    for (const [index, variant] of variants.entries()) add(variant, side, `${where}|${index}`)
  }

  for (const parameter of (operation['parameters'] ?? []) as unknown as Json[]) {
    add(parameter['schema'], 'request', `${place} ${JSON.stringify(parameter['name'])}`)
  }
  for (const content of Object.values(operation['requestBody']?.['content'] ?? {}))
    add(content['schema'], 'request', place)
  for (const [status, response] of Object.entries(operation['responses'] ?? {})) {
    for (const content of Object.values(response['content'] ?? {}))
      add(content['schema'], 'response', `${place} ${status}`)
  }
  return all
}
