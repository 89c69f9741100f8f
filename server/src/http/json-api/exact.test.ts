import { component, nullable, object, openObject } from '@quartermaster/contract/manage'
import { type Static, type TSchema, Type } from 'typebox'
import { expect, test } from 'vitest'
import type { Exact } from './exact.ts'

const Thing = component('Thing', {
  id: Type.String(),
  owner: nullable(object({ name: Type.String() })),
  tags: Type.Array(object({ tag: Type.String() })),
  details: openObject(),
  note: Type.Optional(Type.String()),
})
const THING = { id: 't1', owner: { name: 'Ana' }, tags: [{ tag: 'a' }], details: { any: 1 } }
const ROW = { ...THING, passwordHash: 'secret' }

/** Takes a handler in the way in which routes do. The compiler checks the calls below when it checks this file. */
function route<Schema extends TSchema, Value extends Static<Schema>>(
  _schema: Schema,
  handler: () => Promise<Value & Exact<Static<Schema>, Value>>,
): () => Promise<unknown> {
  return handler
}

test('a handler that returns a field that its schema does not declare does not compile', async () => {
  const handlers = [
    route(Thing, async () => THING),
    route(Thing, async () => ({ ...THING, owner: null, note: 'x' })),
    // @ts-expect-error a field of a literal
    route(Thing, async () => ({ ...THING, passwordHash: 'secret' })),
    // @ts-expect-error a field of a spread
    route(Thing, async () => ({ ...ROW })),
    // @ts-expect-error a field of a variable
    route(Thing, async () => ROW),
    // @ts-expect-error a field of a nested object
    route(Thing, async () => ({ ...THING, owner: { name: 'Ana', email: 'ana@vale.example' } })),
    // @ts-expect-error a field of an object in an array
    route(Thing, async () => ({ ...THING, tags: [{ tag: 'a', id: 1 }] })),
    // @ts-expect-error a missing field
    route(Thing, async () => ({ id: 't1' })),
  ]
  expect(handlers).toHaveLength(8)
})
