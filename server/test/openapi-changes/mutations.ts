import { readFileSync } from 'node:fs'
import { SAMPLE } from './sample-document.ts'

/** A document as parsed JSON. */
export type Json = { [key: string]: Json }
export type Mutation = { name: string; document: keyof typeof DOCUMENTS; change: (document: Json) => void }

export const DOCUMENTS = {
  'games-1.0': readPublished('games-1.0'),
  'games-2.0': readPublished('games-2.0'),
  sample: SAMPLE as unknown as Json,
}

const LIST = '/stores/{storeId}/products'
const ONE = '/stores/{storeId}/products/{productId}'

/** What `sweep.ts` does not do: it removes, renames, requires and narrows at every place. */
export const BREAKING: Mutation[] = [
  mutate('games-1.0', 'the success status changes', (d) => {
    rename(at(d, 'paths', '/api/games/1.0/init', 'post', 'responses'), '200', '201')
  }),
  mutate('games-1.0', 'the media type of a response changes', (d) => {
    rename(
      at(d, 'paths', '/api/games/1.0/init', 'post', 'responses', '200', 'content'),
      'application/json',
      'text/json',
    )
  }),
  mutate('games-1.0', 'a request body no longer allows additional fields', (d) => {
    set(bodyOf(d, '/api/games/1.0/init'), 'additionalProperties', false)
  }),
  mutate('games-2.0', 'a new request field is required', (d) => {
    set(at(schema(d, 'Outcome'), 'properties'), 'at', { type: 'string' })
    push(at(schema(d, 'Outcome'), 'required'), 'at')
  }),
  mutate('games-2.0', 'maximum of a request field decreases', (d) => {
    set(at(bodyOf(d, '/api/games/2.0/poll'), 'properties', 'most'), 'maximum', 500)
  }),
  mutate('games-2.0', 'multipleOf is added to a request field', (d) => {
    set(at(bodyOf(d, '/api/games/2.0/init'), 'properties', 'serverPort'), 'multipleOf', 2)
  }),
  mutate('games-2.0', 'a pattern is added to a request field', (d) => {
    set(at(schema(d, 'Outcome'), 'properties', 'id'), 'pattern', '^cmd_')
  }),
  mutate('games-2.0', 'the last anyOf variant of a request field is removed', (d) => {
    at(schema(d, 'Outcome'), 'properties', 'outcome')['anyOf'] = withoutLast(
      schema(d, 'Outcome'),
      'properties',
      'outcome',
      'anyOf',
    )
  }),
  mutate('games-2.0', 'the first anyOf variant of a request field is removed', (d) => {
    const outcome = at(schema(d, 'Outcome'), 'properties', 'outcome')
    set(outcome, 'anyOf', Object.values(at(outcome, 'anyOf')).slice(1))
  }),
  mutate('games-2.0', 'an anyOf variant of a request field is replaced', (d) => {
    set(at(schema(d, 'Outcome'), 'properties', 'outcome', 'anyOf', '1'), 'const', 'broken')
  }),
  mutate('games-2.0', 'an anyOf of constants in a response becomes any string', (d) => {
    set(at(schema(d, 'DeliveryCommand'), 'properties'), 'deliveryType', { type: 'string' })
  }),
  mutate('games-2.0', 'an anyOf variant is added to a response field', (d) => {
    push(at(schema(d, 'DeliveryCommand'), 'properties', 'deliveryType', 'anyOf'), { type: 'string', const: 'RENEW' })
  }),
  mutate('games-2.0', 'a constant of a response changes', (d) => {
    set(at(schema(d, 'Product'), 'properties', 'quantity'), 'const', 2)
  }),
  mutate('games-2.0', 'a constant of a response becomes any value', (d) => {
    remove(at(schema(d, 'Product'), 'properties', 'quantity'), 'const')
  }),
  mutate('games-2.0', 'a response field becomes nullable', (d) => {
    at(schema(d, 'InitResponse'), 'properties', 'server')['type'] = ['object', 'null'] as unknown as Json
  }),
  mutate('games-2.0', 'the server key moves to another header', (d) => {
    set(at(d, 'components', 'securitySchemes', 'serverKey'), 'name', 'X-Key')
  }),
  mutate('games-2.0', 'the security scheme is replaced', (d) => {
    set(at(d, 'components', 'securitySchemes'), 'other', { type: 'http', scheme: 'basic' })
    set(d, 'security', [{ other: [] }])
  }),
  mutate('games-2.0', 'an operationId is removed', (d) =>
    remove(at(d, 'paths', '/api/games/2.0/poll', 'post'), 'operationId'),
  ),
  mutate('games-2.0', 'the media type of a request body changes', (d) => {
    rename(at(d, 'paths', '/api/games/2.0/poll', 'post', 'requestBody', 'content'), 'application/json', 'text/json')
  }),
  mutate('sample', 'a required query parameter is added', (d) => {
    push(at(d, 'paths', LIST, 'get', 'parameters'), { in: 'query', name: 'q', required: true, schema: {} })
  }),
  mutate('sample', 'a required header is added', (d) => {
    push(at(d, 'paths', ONE, 'delete', 'parameters'), { in: 'header', name: 'if-match', required: true, schema: {} })
  }),
  mutate('sample', 'a query parameter is renamed', (d) =>
    set(at(d, 'paths', LIST, 'get', 'parameters', '1'), 'name', 'most'),
  ),
  mutate('sample', 'a query parameter becomes a header', (d) => {
    set(at(d, 'paths', LIST, 'get', 'parameters', '1'), 'in', 'header')
  }),
  mutate('sample', 'the default of a query parameter changes', (d) => {
    set(at(d, 'paths', LIST, 'get', 'parameters', '1', 'schema'), 'default', 20)
  }),
  mutate('sample', 'an enum value of a query parameter is removed', (d) => {
    set(at(d, 'paths', LIST, 'get', 'parameters', '2', 'schema'), 'enum', ['listed'])
  }),
  mutate('sample', 'an enum value is added to a response field', (d) =>
    push(at(schema(d, 'Product'), 'properties', 'state', 'enum'), 'sold'),
  ),
  mutate('sample', 'the enum of a response field is removed', (d) =>
    remove(at(schema(d, 'Product'), 'properties', 'state'), 'enum'),
  ),
  mutate('sample', 'null is added to an anyOf of a response field', (d) => {
    push(at(schema(d, 'Product'), 'properties', 'rebuy', 'anyOf'), { type: 'null' })
  }),
  mutate('sample', 'null is added to the types of a response field', (d) => {
    at(schema(d, 'Product'), 'properties', 'name')['type'] = ['string', 'null'] as unknown as Json
  }),
  mutate('sample', 'a request field is no longer nullable', (d) => {
    const stock = at(bodyOf(d, LIST), 'properties', 'stock')
    stock['anyOf'] = withoutLast(stock, 'anyOf')
  }),
  mutate('sample', 'the pattern of a response field changes', (d) => {
    set(at(schema(d, 'Product'), 'properties', 'id'), 'pattern', '^product_')
  }),
  mutate('sample', 'the format of a response field changes', (d) => {
    set(at(schema(d, 'Product'), 'properties', 'price'), 'format', 'money')
  }),
  mutate('sample', 'a format is added to a request field', (d) => {
    set(at(bodyOf(d, LIST), 'properties', 'price'), 'format', 'decimal')
  }),
  mutate('sample', 'maxLength of a response field is removed', (d) => {
    remove(at(schema(d, 'Product'), 'properties', 'name'), 'maxLength')
  }),
  mutate('sample', 'a response refers to another schema', (d) => {
    set(at(d, 'paths', ONE, 'get', 'responses', '200', 'content', 'application/json'), 'schema', {
      $ref: '#/components/schemas/Commands',
    })
  }),
  mutate('sample', 'a response header is removed', (d) =>
    remove(at(d, 'paths', ONE, 'get', 'responses', '200', 'headers'), 'etag'),
  ),
  mutate('sample', 'all headers of a response are removed', (d) =>
    remove(at(d, 'paths', ONE, 'get', 'responses', '200'), 'headers'),
  ),
  mutate('sample', 'another success status is added', (d) => {
    set(at(d, 'paths', ONE, 'get', 'responses'), '202', { description: 'later' })
  }),
  mutate('sample', 'a request body is removed', (d) => remove(at(d, 'paths', LIST, 'post'), 'requestBody')),
  mutate('sample', 'the body of a response is removed', (d) =>
    remove(at(d, 'paths', ONE, 'get', 'responses', '200'), 'content'),
  ),
  mutate('sample', 'the schema of a response is removed', (d) => {
    remove(at(d, 'paths', ONE, 'get', 'responses', '200', 'content', 'application/json'), 'schema')
  }),
  mutate('sample', 'a response becomes an array', (d) => {
    const content = at(d, 'paths', ONE, 'get', 'responses', '200', 'content', 'application/json')
    set(content, 'schema', { type: 'array', items: at(content, 'schema') })
  }),
  mutate('sample', 'a response header becomes optional', (d) => {
    set(at(d, 'paths', ONE, 'get', 'responses', '200', 'headers', 'etag'), 'required', false)
  }),
  mutate('sample', 'one of two security schemes is removed', (d) => set(d, 'security', [{ token: [] }])),
  mutate('sample', 'two alternative security schemes become required together', (d) =>
    set(d, 'security', [{ token: [], cookie: [] }]),
  ),
  mutate('sample', 'an operation requires another security scheme', (d) =>
    set(at(d, 'paths', ONE, 'delete'), 'security', [{ token: [] }]),
  ),
  mutate('sample', 'an operation accepts fewer security schemes', (d) =>
    set(at(d, 'paths', ONE, 'get'), 'security', [{ token: [] }]),
  ),
  mutate('sample', 'a required request body is added', (d) => {
    set(at(d, 'paths', ONE, 'delete'), 'requestBody', {
      required: true,
      content: { 'application/json': { schema: {} } },
    })
  }),
  mutate('sample', 'minProperties is added to a request body', (d) => set(bodyOf(d, LIST), 'minProperties', 4)),
  mutate('sample', 'allOf is added to a request field', (d) => {
    set(at(bodyOf(d, LIST), 'properties', 'name'), 'allOf', [{ pattern: '^[a-z]+$' }])
  }),
  mutate('sample', 'not is added to a request field', (d) => {
    set(at(bodyOf(d, LIST), 'properties', 'name'), 'not', { const: 'x' })
  }),
  mutate('sample', 'a keyword without a rule is added', (d) => {
    set(at(bodyOf(d, LIST), 'properties', 'name'), 'contentEncoding', 'base64')
  }),
]

export const HARMLESS: Mutation[] = [
  mutate('games-1.0', 'nothing changes', () => undefined),
  mutate('games-1.0', 'a path is added', (d) => {
    set(at(d, 'paths'), '/api/games/1.0/more', {
      get: { operationId: 'more', responses: { 200: { description: 'x' } } },
    })
  }),
  mutate('games-1.0', 'a method is added', (d) => {
    set(at(d, 'paths', '/api/games/1.0/init'), 'get', { operationId: 'm', responses: { 200: { description: 'x' } } })
  }),
  mutate('games-1.0', 'a required response field is added', (d) => {
    set(at(schema(d, 'Store'), 'properties'), 'motto', { type: 'string' })
    push(at(schema(d, 'Store'), 'required'), 'motto')
  }),
  mutate('games-1.0', 'an optional response field is added', (d) => {
    set(at(schema(d, 'Product'), 'properties'), 'motto', { type: 'string' })
  }),
  mutate('games-1.0', 'the description of the document changes', (d) =>
    set(at(d, 'info'), 'description', 'A better text'),
  ),
  mutate('games-2.0', 'the description of a field changes', (d) => {
    set(at(schema(d, 'Outcome'), 'properties', 'done'), 'description', 'A better text')
  }),
  mutate('games-2.0', 'an optional request field is added', (d) => {
    set(at(schema(d, 'Outcome'), 'properties'), 'took', { type: 'integer' })
  }),
  mutate('games-2.0', 'a required request field becomes optional', (d) =>
    set(schema(d, 'Outcome'), 'required', ['id']),
  ),
  mutate('games-2.0', 'maxLength of a request field increases', (d) => {
    set(at(schema(d, 'Outcome'), 'properties', 'reason'), 'maxLength', 4_000)
  }),
  mutate('games-2.0', 'maxLength of a request field is removed', (d) =>
    remove(at(schema(d, 'Outcome'), 'properties', 'output'), 'maxLength'),
  ),
  mutate('games-2.0', 'an anyOf variant is added to a request field', (d) => {
    push(at(schema(d, 'Outcome'), 'properties', 'outcome', 'anyOf'), { type: 'string', const: 'skipped' })
  }),
  mutate('games-2.0', 'a request field becomes nullable', (d) => {
    at(schema(d, 'Outcome'), 'properties', 'reason')['type'] = ['string', 'null'] as unknown as Json
  }),
  mutate('games-2.0', 'an optional response field becomes required', (d) =>
    push(at(schema(d, 'OutcomeResult'), 'required'), 'retryAt'),
  ),
  mutate('games-2.0', 'an inline schema becomes a component', (d) => {
    set(at(d, 'components', 'schemas'), 'PollBody', structuredClone(bodyOf(d, '/api/games/2.0/poll')))
    const content = at(d, 'paths', '/api/games/2.0/poll', 'post', 'requestBody', 'content', 'application/json')
    set(content, 'schema', { $ref: '#/components/schemas/PollBody' })
  }),
  mutate('games-2.0', 'a component is renamed', (d) => {
    const text = JSON.stringify(d).replaceAll('schemas/Outcome"', 'schemas/Result"').replace('"Outcome":', '"Result":')
    Object.assign(d, JSON.parse(text))
  }),
  mutate('games-2.0', 'the order of fields changes', (d) => {
    const product = schema(d, 'Product')
    product['properties'] = Object.fromEntries(Object.entries(at(product, 'properties')).toReversed())
    set(product, 'required', Object.values(at(product, 'required')).toReversed())
  }),
  mutate('games-2.0', 'the order of anyOf variants changes', (d) => {
    const choice = at(schema(d, 'DeliveryCommand'), 'properties', 'deliveryType')
    set(choice, 'anyOf', Object.values(at(choice, 'anyOf')).toReversed())
  }),
  mutate('sample', 'an optional query parameter is added', (d) => {
    push(at(d, 'paths', LIST, 'get', 'parameters'), { in: 'query', name: 'q', schema: { type: 'string' } })
  }),
  mutate('sample', 'the order of parameters changes', (d) => {
    set(
      at(d, 'paths', LIST, 'get'),
      'parameters',
      Object.values(at(d, 'paths', LIST, 'get', 'parameters')).toReversed(),
    )
  }),
  mutate('sample', 'an enum value is added to a query parameter', (d) => {
    push(at(d, 'paths', LIST, 'get', 'parameters', '2', 'schema', 'enum'), 'sold')
  }),
  mutate('sample', 'the last enum value of a response field is removed', (d) =>
    set(at(schema(d, 'Product'), 'properties', 'state'), 'enum', ['listed']),
  ),
  mutate('sample', 'the first enum value of a response field is removed', (d) => {
    set(at(schema(d, 'Product'), 'properties', 'state'), 'enum', ['hidden'])
  }),
  mutate('sample', 'a strict request body allows additional fields', (d) =>
    remove(bodyOf(d, LIST), 'additionalProperties'),
  ),
  mutate('sample', 'minimum is added to a response field', (d) => {
    set(at(schema(d, 'Problem'), 'properties', 'status'), 'minimum', 100)
  }),
  mutate('sample', 'an operation becomes public', (d) => set(at(d, 'paths', ONE, 'delete'), 'security', [])),
  mutate('sample', 'a response field is no longer nullable', (d) => {
    const stock = at(schema(d, 'Product'), 'properties', 'stock')
    stock['anyOf'] = withoutLast(stock, 'anyOf')
  }),
  mutate('sample', 'a required field is added to a nullable response object', (d) => {
    const sale = at(schema(d, 'Product'), 'properties', 'sale', 'anyOf', '0')
    set(at(sale, 'properties'), 'since', { type: 'string' })
    push(at(sale, 'required'), 'since')
  }),
  mutate('sample', 'an error response is added', (d) => {
    const responses = at(d, 'paths', ONE, 'get', 'responses')
    set(responses, '409', structuredClone(at(responses, '404')))
  }),
  mutate('sample', 'a response header is added', (d) => {
    set(at(d, 'paths', LIST, 'post', 'responses', '201'), 'headers', { etag: { schema: { type: 'string' } } })
  }),
  mutate('sample', 'an alternative security scheme is added', (d) => {
    set(at(d, 'components', 'securitySchemes'), 'other', { type: 'http', scheme: 'basic' })
    set(d, 'security', [{ token: [] }, { cookie: [] }, { other: [] }])
  }),
  mutate('sample', 'an operation repeats the security of the document', (d) => {
    set(at(d, 'paths', ONE, 'get'), 'security', [{ cookie: [] }, { token: [] }])
  }),
  mutate('sample', 'an operation is deprecated', (d) => set(at(d, 'paths', LIST, 'post'), 'deprecated', true)),
  mutate('sample', 'an unused component is added', (d) => {
    set(at(d, 'components', 'schemas'), 'Spare', { type: 'string' })
  }),
]

function mutate(document: Mutation['document'], name: string, change: Mutation['change']): Mutation {
  return { name, document, change }
}

function readPublished(name: string): Json {
  return JSON.parse(readFileSync(`contract/openapi/${name}.json`, 'utf8')) as Json
}

/** Throws if the path does not exist, because a mutation without an effect would prove nothing. */
function at(node: Json, ...keys: string[]): Json {
  return keys.reduce((parent, key) => {
    const value = parent[key]
    if (value === undefined) throw new Error(`there is nothing at ${keys.join(' / ')}`)
    return value
  }, node)
}

function schema(document: Json, name: string): Json {
  return at(document, 'components', 'schemas', name)
}

function bodyOf(document: Json, path: string): Json {
  return at(document, 'paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema')
}

function set(node: Json, key: string, value: unknown): void {
  node[key] = value as Json
}

function remove(node: Json, key: string): void {
  at(node, key)
  delete node[key]
}

function rename(node: Json, from: string, to: string): void {
  set(node, to, at(node, from))
  remove(node, from)
}

function push(list: Json, value: unknown): void {
  ;(list as unknown as unknown[]).push(value)
}

/** The array at a path without its last item. */
function withoutLast(node: Json, ...keys: string[]): Json {
  return (at(node, ...keys) as unknown as unknown[]).slice(0, -1) as unknown as Json
}
