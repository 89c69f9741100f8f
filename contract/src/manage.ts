import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { Problem } from './problem.ts'

/** What everything on the management surface is made of. Lists are pages; times are UTC; money is minor units. */

export const ManageProblem = Type.Object(
  {
    ...Problem.properties,
    field: Type.Optional(
      Type.String({ description: 'Which part of the request it is about, like `body/name` or `querystring/limit`' }),
    ),
  },
  { $id: 'ManageProblem', additionalProperties: false },
)

/** A thing with its name in the document; fields that are not here are refused, and never sent. */
export function thing<Fields extends TProperties>(name: string, fields: Fields, description?: string): TObject<Fields> {
  return Type.Object(fields, { $id: name, additionalProperties: false, ...(description && { description }) })
}

/** A part of another thing. */
export function part<Fields extends TProperties>(fields: Fields, description?: string): TObject<Fields> {
  return Type.Object(fields, { additionalProperties: false, ...(description && { description }) })
}

/** A page of a list. `next` leads to the page behind it; null: there is none. */
export function pageOf(name: string, item: string) {
  return thing(name, {
    items: Type.Array(Type.Ref(item)),
    next: orNull(Type.String({ description: 'Give it as `cursor` to get what follows' })),
  })
}

/** One of some words. */
export function oneOf<const Words extends readonly string[]>(...words: Words) {
  return Type.Unsafe<Words[number]>({ type: 'string', enum: [...words] })
}

export function orNull<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

export function idOf(prefix: string) {
  return Type.String({
    pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`,
    examples: [`${prefix}_01h455vb4pex5vsknk084sn02q`],
  })
}

export const Moment = Type.String({
  pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$`,
  examples: ['2026-11-15T12:00:00.000Z'],
  description: 'UTC, like 2026-11-15T12:00:00.000Z',
})

/** What a list is asked with, beside its own filters. */
export const PAGE_QUERY = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, description: 'At most so many; 50 when left out' })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 1_000, description: 'From `next` of the page before' })),
}

export const Version = Type.Integer({ minimum: 1, description: 'Grows with every edit; the `ETag` is made of it' })
