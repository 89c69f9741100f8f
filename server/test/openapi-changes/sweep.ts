import type { Json } from './mutations.ts'

type Change = { name: string; document: Json }
type Side = 'request' | 'answer'
type Found = { schema: Json; side: Side; place: string }

const LIMITS: Record<string, number> = {
  maxLength: -1,
  maximum: -1,
  maxItems: -1,
  minLength: 1,
  minimum: 1,
  minItems: 1,
}

/** The simple breaking changes, one at a time, at every place of a document: the places are found, not listed. */
export function everyBreakingChangeOf(original: Json): Change[] {
  const changes: Change[] = []
  /** Visits the document once for each change, so that the n-th visit makes the n-th change only. */
  for (let wanted = 0; ; wanted++) {
    const document = structuredClone(original)
    let seen = -1
    let name: string | undefined
    const offer = (what: string, change: () => void): void => {
      seen += 1
      if (seen !== wanted) return
      name = what
      change()
    }
    visit(document, offer)
    if (name === undefined) return changes
    changes.push({ name, document })
  }
}

type Offer = (what: string, change: () => void) => void

function visit(document: Json, offer: Offer): void {
  const known = { request: new Set<Json>(), answer: new Set<Json>() }
  for (const [path, methods] of Object.entries(document['paths'] ?? {})) {
    offer(`${path} removed`, () => delete document['paths']?.[path])
    for (const [method, call] of Object.entries(methods)) {
      const place = `${method} ${path}`
      offer(`${place} removed`, () => delete methods[method])
      offer(`${place} renamed`, () => Object.assign(call, { operationId: 'other' }))
      for (const status of Object.keys(call['responses'] ?? {})) {
        offer(`${place} ${status} removed`, () => delete call['responses']?.[status])
      }
      const parameters = (call['parameters'] ?? []) as unknown as Json[]
      for (const [index, parameter] of parameters.entries()) {
        offer(`${place} parameter ${index} removed`, () => parameters.splice(index, 1))
        if (!parameter['required']) {
          offer(`${place} parameter ${index} required`, () => Object.assign(parameter, { required: true }))
        }
      }
      for (const found of schemasOf({ document, call, place, known })) visitSchema(found, offer)
    }
  }
}

function visitSchema({ schema, side, place }: Found, offer: Offer): void {
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
    if (side === 'answer' && isRequired) {
      offer(`${place} ${field} uncertain`, () => required.splice(required.indexOf(field), 1))
    }
  }
}

type Search = { document: Json; call: Json; place: string; known: Record<Side, Set<Json>> }

/** Every schema that a call reaches and that no call before it has reached. */
function schemasOf({ document, call, place, known }: Search): Found[] {
  const all: Found[] = []

  function add(schema: Json | undefined, side: Side, where: string): void {
    if (!schema) return
    const name = (schema['$ref'] as unknown as string | undefined)?.split('/').at(-1)
    const target = name === undefined ? schema : document['components']?.['schemas']?.[name]
    if (!target || known[side].has(target)) return
    known[side].add(target)
    all.push({ schema: target, side, place: where })
    for (const [field, below] of Object.entries(target['properties'] ?? {})) add(below, side, `${where}.${field}`)
    add(target['items'], side, `${where}[]`)
    const choices = (target['anyOf'] ?? []) as unknown as Json[]
    for (const [index, choice] of choices.entries()) add(choice, side, `${where}|${index}`)
  }

  for (const parameter of (call['parameters'] ?? []) as unknown as Json[]) {
    add(parameter['schema'], 'request', `${place} ${JSON.stringify(parameter['name'])}`)
  }
  for (const content of Object.values(call['requestBody']?.['content'] ?? {})) add(content['schema'], 'request', place)
  for (const [status, answer] of Object.entries(call['responses'] ?? {})) {
    for (const content of Object.values(answer['content'] ?? {})) add(content['schema'], 'answer', `${place} ${status}`)
  }
  return all
}
