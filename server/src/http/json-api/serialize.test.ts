import { component, nullable, object, openObject, pageOf, Timestamp } from '@quartermaster/contract/manage'
import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { serializeBySchema } from './serialize.ts'

const Owner = object({ name: Type.String(), since: nullable(Timestamp) })
const Thing = component('Thing', {
  id: Type.String(),
  count: Type.Integer(),
  owner: nullable(Owner),
  tags: Type.Array(object({ tag: Type.String() })),
  details: openObject(),
  note: Type.Optional(Type.String()),
})
const THING = {
  id: 't1',
  count: 0,
  owner: { name: 'Ana', since: null },
  tags: [{ tag: 'a' }, { tag: 'b' }],
  details: { anything: { at: 'all' } },
}

describe('serializeBySchema', () => {
  test('writes a value that matches its schema unchanged', () => {
    expect(JSON.parse(serializeBySchema(Thing, THING))).toEqual(THING)
    expect(JSON.parse(serializeBySchema(Thing, { ...THING, owner: null, note: 'x' }))).toEqual({
      ...THING,
      owner: null,
      note: 'x',
    })
  })

  test('omits undeclared fields at every depth, and fields that are undefined', () => {
    const value = {
      ...THING,
      passwordHash: 'secret',
      note: undefined,
      owner: { ...THING.owner, passwordHash: 'secret' },
      tags: THING.tags.map((tag) => ({ ...tag, passwordHash: 'secret' })),
    }
    expect(serializeBySchema(Thing, value)).toBe(serializeBySchema(Thing, THING))
    const page = { items: [value], nextCursor: null, passwordHash: 'secret' }
    const text = serializeBySchema(pageOf('ThingPage', Thing), page)
    expect(JSON.parse(text)).toEqual({ items: [THING], nextCursor: null })
  })

  test('writes the same bytes for the same value, whatever the order of its fields', () => {
    const reversed = Object.fromEntries(Object.entries(THING).toReversed())
    expect(serializeBySchema(Thing, reversed)).toBe(serializeBySchema(Thing, THING))
  })

  test('writes dates as timestamps', () => {
    const since = new Date('2026-11-15T12:00:00.000Z')
    expect(serializeBySchema(Owner, { name: 'Ana', since })).toBe('{"name":"Ana","since":"2026-11-15T12:00:00.000Z"}')
  })
})
