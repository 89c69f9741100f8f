import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { Problem } from './problem.ts'

/** The building blocks of the management API. Lists are paginated, times are UTC, money is in minor units. */

export const ManageProblem = Type.Object(
  {
    ...Problem.properties,
    field: Type.Optional(
      Type.String({
        description: 'The part of the request that is wrong, such as `body/name` or `querystring/limit`.',
      }),
    ),
  },
  { $id: 'Problem', additionalProperties: false },
)

/** An object with a name of its own in the OpenAPI document. Wherever it is nested, the document refers to that name. */
export function component<Fields extends TProperties>(
  name: string,
  fields: Fields,
  description?: string,
): TObject<Fields> {
  return Type.Object(fields, { $id: name, additionalProperties: false, ...(description && { description }) })
}

/** An object without a name. Requests with other fields are rejected; responses never contain other fields. */
export function object<Fields extends TProperties>(fields: Fields, description?: string): TObject<Fields> {
  return Type.Object(fields, { additionalProperties: false, ...(description && { description }) })
}

/** An object whose fields this document does not define. */
export function openObject(description?: string) {
  return Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    ...(description && { description }),
  })
}

/** One page of a list. */
export function pageOf<Item extends TSchema>(name: string, item: Item) {
  return component(name, {
    items: Type.Array(item),
    nextCursor: nullable(
      Type.String({ description: 'Pass it as `cursor` to get the next page. Null on the last page.' }),
    ),
  })
}

/** A list that is always returned in full. */
export function listOf<Item extends TSchema>(name: string, item: Item) {
  return component(name, { items: Type.Array(item) })
}

export function enumOf<const Values extends readonly string[]>(values: Values, options: { description?: string } = {}) {
  return Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...options })
}

export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()])
}

export function idOf(prefix: string) {
  return Type.String({
    pattern: `^${prefix}_[0-9a-hjkmnp-tv-z]{26}$`,
    examples: [`${prefix}_01h455vb4pex5vsknk084sn02q`],
  })
}

export function timestamp(description = 'UTC, in the form 2026-11-15T12:00:00.000Z.') {
  return Type.String({
    pattern: String.raw`^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$`,
    examples: ['2026-11-15T12:00:00.000Z'],
    description,
  })
}

export const Timestamp = timestamp()

/** The query parameters of every paginated list. */
export const PAGE_QUERY = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, description: 'The maximum number of items on the page. Default: 50.' }),
  ),
  cursor: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1_000, description: 'The `nextCursor` of the previous page.' }),
  ),
}

export const ListQuery = object(PAGE_QUERY)

export const Version = Type.Integer({
  minimum: 1,
  description: 'Incremented by every update. The `ETag` header contains the same number.',
})

/** In the smallest unit of the currency: 1990 is R$ 19.90. */
export const MinorUnits = Type.Integer({ description: 'In minor units of the currency.', examples: [1990] })

export const minorUnits = (description: string) => Type.Integer({ description, examples: [1990] })

export const GameUserId = Type.String({
  minLength: 1,
  maxLength: 255,
  examples: ['steam:110000112345678'],
  description: "The player's id in the game.",
})

export const Email = Type.String({ minLength: 3, maxLength: 254, examples: ['ana@vale.example'] })
