import { readFileSync } from 'node:fs'
import { SAMPLE } from './sample-document.ts'

/** A document as parsed JSON. */
export type Json = { [key: string]: Json }
type Change = (document: Json) => void
export type Mutation = { name: string; document: keyof typeof DOCUMENTS; change: Change }

export const DOCUMENTS = {
  'games-1.0': readPublished('games-1.0'),
  'games-2.0': readPublished('games-2.0'),
  sample: SAMPLE as unknown as Json,
}

// Places in the documents: keys, separated by blanks.
const JSON_CONTENT = 'content application/json'
const INIT = 'paths /api/games/1.0/init'
const POLL = 'paths /api/games/2.0/poll post'
const POLL_BODY = `${POLL} requestBody ${JSON_CONTENT} schema`
const INIT_PORT = `paths /api/games/2.0/init post requestBody ${JSON_CONTENT} schema properties serverPort`
const OUTCOME = 'components schemas Outcome'
const DELIVERY = 'components schemas DeliveryCommand properties'
const QUANTITY = 'components schemas Product properties quantity'
const LIST = 'paths /stores/{storeId}/products'
const ONE = 'paths /stores/{storeId}/products/{productId}'
const NEW = `${LIST} post requestBody ${JSON_CONTENT} schema`
const FOUND = `${ONE} get responses 200`
const PRODUCT = 'components schemas Product properties'
const CAN_BE_ADDED = { operationId: 'more', responses: { 200: { description: 'x' } } }

/** What `sweep.ts` does not do: it removes, renames, requires and narrows at every place. */
export const BREAKING = [
  ...mutations('games-1.0', {
    'the success status changes': rename(`${INIT} post responses 200`, '201'),
    'the media type of a response changes': rename(`${INIT} post responses 200 ${JSON_CONTENT}`, 'text/json'),
    'a request body no longer allows additional fields': set(
      `${INIT} post requestBody ${JSON_CONTENT} schema additionalProperties`,
      false,
    ),
  }),
  ...mutations('games-2.0', {
    'a new request field is required': both(
      set(`${OUTCOME} properties at`, { type: 'string' }),
      push(`${OUTCOME} required`, 'at'),
    ),
    'maximum of a request field decreases': set(`${POLL_BODY} properties most maximum`, 500),
    'multipleOf is added to a request field': set(`${INIT_PORT} multipleOf`, 2),
    'a pattern is added to a request field': set(`${OUTCOME} properties id pattern`, '^cmd_'),
    'the last anyOf variant of a request field is removed': slice(`${OUTCOME} properties outcome anyOf`, 0, -1),
    'the first anyOf variant of a request field is removed': slice(`${OUTCOME} properties outcome anyOf`, 1),
    'an anyOf variant of a request field is replaced': set(`${OUTCOME} properties outcome anyOf 1 const`, 'broken'),
    'an anyOf of constants in a response becomes any string': set(`${DELIVERY} deliveryType`, { type: 'string' }),
    'an anyOf variant is added to a response field': push(`${DELIVERY} deliveryType anyOf`, {
      type: 'string',
      const: 'RENEW',
    }),
    'a constant of a response changes': set(`${QUANTITY} const`, 2),
    'a constant of a response becomes any value': remove(`${QUANTITY} const`),
    'a response field becomes nullable': set('components schemas InitResponse properties server type', [
      'object',
      'null',
    ]),
    'the server key moves to another header': set('components securitySchemes serverKey name', 'X-Key'),
    'the security scheme is replaced': both(
      set('components securitySchemes other', { type: 'http', scheme: 'basic' }),
      set('security', [{ other: [] }]),
    ),
    'an operationId is removed': remove(`${POLL} operationId`),
    'the media type of a request body changes': rename(`${POLL} requestBody ${JSON_CONTENT}`, 'text/json'),
  }),
  ...mutations('sample', {
    'a required query parameter is added': push(`${LIST} get parameters`, {
      in: 'query',
      name: 'q',
      required: true,
      schema: {},
    }),
    'a required header is added': push(`${ONE} delete parameters`, {
      in: 'header',
      name: 'if-match',
      required: true,
      schema: {},
    }),
    'a query parameter is renamed': set(`${LIST} get parameters 1 name`, 'most'),
    'a query parameter becomes a header': set(`${LIST} get parameters 1 in`, 'header'),
    'the default of a query parameter changes': set(`${LIST} get parameters 1 schema default`, 20),
    'an enum value of a query parameter is removed': set(`${LIST} get parameters 2 schema enum`, ['listed']),
    'an enum value is added to a response field': push(`${PRODUCT} state enum`, 'sold'),
    'the enum of a response field is removed': remove(`${PRODUCT} state enum`),
    'null is added to an anyOf of a response field': push(`${PRODUCT} rebuy anyOf`, { type: 'null' }),
    'null is added to the types of a response field': set(`${PRODUCT} name type`, ['string', 'null']),
    'a request field is no longer nullable': slice(`${NEW} properties stock anyOf`, 0, -1),
    'the pattern of a response field changes': set(`${PRODUCT} id pattern`, '^product_'),
    'the format of a response field changes': set(`${PRODUCT} price format`, 'money'),
    'a format is added to a request field': set(`${NEW} properties price format`, 'decimal'),
    'maxLength of a response field is removed': remove(`${PRODUCT} name maxLength`),
    'a response refers to another schema': set(`${FOUND} ${JSON_CONTENT} schema`, {
      $ref: '#/components/schemas/Commands',
    }),
    'a response header is removed': remove(`${FOUND} headers etag`),
    'all headers of a response are removed': remove(`${FOUND} headers`),
    'another success status is added': set(`${ONE} get responses 202`, { description: 'later' }),
    'a request body is removed': remove(`${LIST} post requestBody`),
    'the body of a response is removed': remove(`${FOUND} content`),
    'the schema of a response is removed': remove(`${FOUND} ${JSON_CONTENT} schema`),
    'a response becomes an array': edit(`${FOUND} ${JSON_CONTENT} schema`, (items) => ({ type: 'array', items })),
    'a response header becomes optional': set(`${FOUND} headers etag required`, false),
    'one of two security schemes is removed': set('security', [{ token: [] }]),
    'two alternative security schemes become required together': set('security', [{ token: [], cookie: [] }]),
    'an operation requires another security scheme': set(`${ONE} delete security`, [{ token: [] }]),
    'an operation accepts fewer security schemes': set(`${ONE} get security`, [{ token: [] }]),
    'a required request body is added': set(`${ONE} delete requestBody`, {
      required: true,
      content: { 'application/json': { schema: {} } },
    }),
    'minProperties is added to a request body': set(`${NEW} minProperties`, 4),
    'allOf is added to a request field': set(`${NEW} properties name allOf`, [{ pattern: '^[a-z]+$' }]),
    'not is added to a request field': set(`${NEW} properties name not`, { const: 'x' }),
    'a keyword without a rule is added': set(`${NEW} properties name contentEncoding`, 'base64'),
  }),
]

export const HARMLESS = [
  ...mutations('games-1.0', {
    'nothing changes': () => undefined,
    'a path is added': set('paths /api/games/1.0/more', { get: CAN_BE_ADDED }),
    'a method is added': set(`${INIT} get`, CAN_BE_ADDED),
    'a required response field is added': both(
      set('components schemas Store properties motto', { type: 'string' }),
      push('components schemas Store required', 'motto'),
    ),
    'an optional response field is added': set(`${PRODUCT} motto`, { type: 'string' }),
    'the description of the document changes': set('info description', 'A better text'),
  }),
  ...mutations('games-2.0', {
    'the description of a field changes': set(`${OUTCOME} properties done description`, 'A better text'),
    'an optional request field is added': set(`${OUTCOME} properties took`, { type: 'integer' }),
    'a required request field becomes optional': set(`${OUTCOME} required`, ['id']),
    'maxLength of a request field increases': set(`${OUTCOME} properties reason maxLength`, 4_000),
    'maxLength of a request field is removed': remove(`${OUTCOME} properties output maxLength`),
    'an anyOf variant is added to a request field': push(`${OUTCOME} properties outcome anyOf`, {
      type: 'string',
      const: 'skipped',
    }),
    'a request field becomes nullable': set(`${OUTCOME} properties reason type`, ['string', 'null']),
    'an optional response field becomes required': push('components schemas OutcomeResult required', 'retryAt'),
    'an inline schema becomes a component': (document) => {
      set('components schemas PollBody', structuredClone(at(document, POLL_BODY.split(' '))))(document)
      set(POLL_BODY, { $ref: '#/components/schemas/PollBody' })(document)
    },
    'a component is renamed': (document) => {
      const text = JSON.stringify(document).replaceAll('schemas/Outcome"', 'schemas/Result"')
      Object.assign(document, JSON.parse(text.replace('"Outcome":', '"Result":')))
    },
    'the order of fields changes': both(
      edit(PRODUCT, (fields) => Object.fromEntries(Object.entries(fields).toReversed())),
      edit('components schemas Product required', (names) => Object.values(names).toReversed()),
    ),
    'the order of anyOf variants changes': edit(`${DELIVERY} deliveryType anyOf`, (variants) =>
      Object.values(variants).toReversed(),
    ),
  }),
  ...mutations('sample', {
    'an optional query parameter is added': push(`${LIST} get parameters`, { in: 'query', name: 'q', schema: {} }),
    'the order of parameters changes': edit(`${LIST} get parameters`, (list) => Object.values(list).toReversed()),
    'an enum value is added to a query parameter': push(`${LIST} get parameters 2 schema enum`, 'sold'),
    'the last enum value of a response field is removed': set(`${PRODUCT} state enum`, ['listed']),
    'the first enum value of a response field is removed': set(`${PRODUCT} state enum`, ['hidden']),
    'a strict request body allows additional fields': remove(`${NEW} additionalProperties`),
    'minimum is added to a response field': set('components schemas Problem properties status minimum', 100),
    'an operation becomes public': set(`${ONE} delete security`, []),
    'a response field is no longer nullable': slice(`${PRODUCT} stock anyOf`, 0, -1),
    'a required field is added to a nullable response object': both(
      set(`${PRODUCT} sale anyOf 0 properties since`, { type: 'string' }),
      push(`${PRODUCT} sale anyOf 0 required`, 'since'),
    ),
    'an error response is added': (document) =>
      set(`${ONE} get responses 409`, at(document, `${ONE} get responses 404`.split(' ')))(document),
    'a response header is added': set(`${LIST} post responses 201 headers`, { etag: { schema: { type: 'string' } } }),
    'an alternative security scheme is added': both(
      set('components securitySchemes other', { type: 'http', scheme: 'basic' }),
      push('security', { other: [] }),
    ),
    'an operation repeats the security of the document': set(`${ONE} get security`, [{ cookie: [] }, { token: [] }]),
    'an operation is deprecated': set(`${LIST} post deprecated`, true),
    'an unused component is added': set('components schemas Spare', { type: 'string' }),
  }),
]

function mutations(document: Mutation['document'], changes: Record<string, Change>): Mutation[] {
  return Object.entries(changes).map(([name, change]) => ({ name, document, change }))
}

function readPublished(name: string): Json {
  return JSON.parse(readFileSync(`contract/openapi/${name}.json`, 'utf8')) as Json
}

function edit(place: string, next: (before: Json) => unknown): Change {
  const keys = place.split(' ')
  const last = keys.pop() ?? ''
  return (document) => {
    const parent = at(document, keys)
    parent[last] = next(parent[last] as Json) as Json
  }
}

/** Throws if the place does not exist, because a mutation without an effect would prove nothing. */
function at(node: Json, keys: string[]): Json {
  return keys.reduce((parent, key) => {
    const value = parent[key]
    if (value === undefined) throw new Error(`there is nothing at ${keys.join(' / ')}`)
    return value
  }, node)
}

function set(place: string, value: unknown): Change {
  return edit(place, () => value)
}

function remove(place: string): Change {
  return rename(place, undefined)
}

/** Without a name, the place is removed. */
function rename(place: string, name: string | undefined): Change {
  const keys = place.split(' ')
  const [parent, last] = [keys.slice(0, -1), keys.at(-1) ?? '']
  return (document) => {
    const value = at(document, keys)
    if (name !== undefined) at(document, parent)[name] = value
    delete at(document, parent)[last]
  }
}

function push(place: string, value: unknown): Change {
  return edit(place, (list) => [...Object.values(list), value])
}

function slice(place: string, from: number, to?: number): Change {
  return edit(place, (list) => Object.values(list).slice(from, to))
}

function both(first: Change, second: Change): Change {
  return (document) => [first, second].forEach((change) => change(document))
}
