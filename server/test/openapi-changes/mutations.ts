import { readFileSync } from 'node:fs'
import { SAMPLE } from './sample-document.ts'

/** A document as text from outside: whatever hangs below is looked up by its place. */
export type Json = { [key: string]: Json }
export type Mutation = { name: string; of: keyof typeof DOCUMENTS; change: (document: Json) => void }

export const DOCUMENTS = {
  'games-1.0': published('games-1.0'),
  'games-2.0': published('games-2.0'),
  sample: SAMPLE as unknown as Json,
}

const LIST = '/stores/{storeId}/products'
const ONE = '/stores/{storeId}/products/{productId}'

export const BREAKING: Mutation[] = [
  of('games-1.0', 'a path is removed', (d) => drop(at(d, 'paths'), '/api/games/1.0/init')),
  of('games-1.0', 'a path is renamed', (d) => rename(at(d, 'paths'), '/api/games/1.0/init', '/api/games/1.0/start')),
  of('games-1.0', 'a method is removed', (d) =>
    drop(at(d, 'paths', '/api/games/1.0/commands/pending-commands'), 'post'),
  ),
  of('games-1.0', 'a field of an answer is removed', (d) => dropField(schema(d, 'Store'), 'plan')),
  of('games-1.0', 'a field of an answer deep inside is removed', (d) => dropField(schema(d, 'Product'), 'price')),
  of('games-1.0', 'a field of an answer is renamed', (d) => {
    rename(at(schema(d, 'Store'), 'properties'), 'url', 'host')
  }),
  of('games-1.0', 'the status of success changes', (d) => {
    rename(at(d, 'paths', '/api/games/1.0/init', 'post', 'responses'), '200', '201')
  }),
  of('games-1.0', 'an answer has another media type', (d) => {
    rename(
      at(d, 'paths', '/api/games/1.0/init', 'post', 'responses', '200', 'content'),
      'application/json',
      'text/json',
    )
  }),
  of('games-1.0', 'a body that was open becomes strict', (d) => {
    set(bodyOf(d, '/api/games/1.0/init'), 'additionalProperties', false)
  }),
  of('games-1.0', 'a problem loses its code', (d) => dropField(schema(d, 'Problem'), 'code')),
  of('games-2.0', 'a field of a request becomes required', (d) => {
    set(bodyOf(d, '/api/games/2.0/poll'), 'required', ['online'])
  }),
  of('games-2.0', 'a field deep in a request becomes required', (d) =>
    push(at(schema(d, 'Outcome'), 'required'), 'done'),
  ),
  of('games-2.0', 'a new field of a request is required', (d) => {
    set(at(schema(d, 'Outcome'), 'properties'), 'at', { type: 'string' })
    push(at(schema(d, 'Outcome'), 'required'), 'at')
  }),
  of('games-2.0', 'an optional field of a strict request is removed', (d) => dropField(schema(d, 'Outcome'), 'output')),
  of('games-2.0', 'the longest text of a request shrinks', (d) => {
    set(at(schema(d, 'Outcome'), 'properties', 'reason'), 'maxLength', 1_000)
  }),
  of('games-2.0', 'the shortest text of a request grows', (d) => {
    set(at(schema(d, 'Outcome'), 'properties', 'id'), 'minLength', 2)
  }),
  of('games-2.0', 'fewer items are allowed in a request', (d) => {
    set(at(bodyOf(d, '/api/games/2.0/report'), 'properties', 'outcomes'), 'maxItems', 50)
  }),
  of('games-2.0', 'more items are needed in a request', (d) => {
    set(at(bodyOf(d, '/api/games/2.0/report'), 'properties', 'outcomes'), 'minItems', 2)
  }),
  of('games-2.0', 'the greatest number of a request shrinks', (d) => {
    set(at(bodyOf(d, '/api/games/2.0/poll'), 'properties', 'most'), 'maximum', 500)
  }),
  of('games-2.0', 'the least number of a request grows', (d) => {
    set(at(bodyOf(d, '/api/games/2.0/poll'), 'properties', 'most'), 'minimum', 2)
  }),
  of('games-2.0', 'a number of a request gets a limit', (d) => {
    set(at(bodyOf(d, '/api/games/2.0/init'), 'properties', 'serverPort'), 'multipleOf', 2)
  }),
  of('games-2.0', 'a text of a request gets a pattern', (d) => {
    set(at(schema(d, 'Outcome'), 'properties', 'id'), 'pattern', '^cmd_')
  }),
  of('games-2.0', 'a choice is taken from a request', (d) => {
    at(schema(d, 'Outcome'), 'properties', 'outcome')['anyOf'] = cut(
      schema(d, 'Outcome'),
      'properties',
      'outcome',
      'anyOf',
    )
  }),
  of('games-2.0', 'the first choice is taken from a request', (d) => {
    const outcome = at(schema(d, 'Outcome'), 'properties', 'outcome')
    set(outcome, 'anyOf', Object.values(at(outcome, 'anyOf')).slice(1))
  }),
  of('games-2.0', 'a choice of a request becomes another', (d) => {
    set(at(schema(d, 'Outcome'), 'properties', 'outcome', 'anyOf', '1'), 'const', 'broken')
  }),
  of('games-2.0', 'a choice of an answer becomes any text', (d) => {
    set(at(schema(d, 'DeliveryCommand'), 'properties'), 'deliveryType', { type: 'string' })
  }),
  of('games-2.0', 'a choice is added to an answer', (d) => {
    push(at(schema(d, 'DeliveryCommand'), 'properties', 'deliveryType', 'anyOf'), { type: 'string', const: 'RENEW' })
  }),
  of('games-2.0', 'a constant of an answer changes', (d) => {
    set(at(schema(d, 'Product'), 'properties', 'quantity'), 'const', 2)
  }),
  of('games-2.0', 'a constant of an answer becomes any value', (d) => {
    drop(at(schema(d, 'Product'), 'properties', 'quantity'), 'const')
  }),
  of('games-2.0', 'the type of a field of an answer changes', (d) => {
    set(at(schema(d, 'Product'), 'properties', 'price'), 'type', 'string')
  }),
  of('games-2.0', 'the type of items of an answer changes', (d) => {
    set(at(schema(d, 'Product'), 'properties', 'commands', 'items'), 'type', 'object')
  }),
  of('games-2.0', 'an answer may be null in a field', (d) => {
    at(schema(d, 'InitResponse'), 'properties', 'server')['type'] = ['object', 'null'] as unknown as Json
  }),
  of('games-2.0', 'a field of an answer is no longer certain', (d) => {
    set(schema(d, 'DeliveryCommand'), 'required', ['id'])
  }),
  of('games-2.0', 'an optional header becomes required', (d) => {
    set(at(d, 'paths', '/api/games/2.0/poll', 'post', 'parameters', '0'), 'required', true)
  }),
  of('games-2.0', 'the key moves to another header', (d) => {
    set(at(d, 'components', 'securitySchemes', 'serverKey'), 'name', 'X-Key')
  }),
  of('games-2.0', 'another kind of key is asked for', (d) => {
    set(at(d, 'components', 'securitySchemes'), 'other', { type: 'http', scheme: 'basic' })
    set(d, 'security', [{ other: [] }])
  }),
  of('games-2.0', 'a call gets another name', (d) => {
    set(at(d, 'paths', '/api/games/2.0/poll', 'post'), 'operationId', 'ask')
  }),
  of('games-2.0', 'a call loses its name', (d) => drop(at(d, 'paths', '/api/games/2.0/poll', 'post'), 'operationId')),
  of('games-2.0', 'a body has another media type', (d) => {
    rename(at(d, 'paths', '/api/games/2.0/poll', 'post', 'requestBody', 'content'), 'application/json', 'text/json')
  }),
  of('sample', 'an answer is removed', (d) => drop(at(d, 'paths', LIST, 'get', 'responses'), '404')),
  of('sample', 'a required query parameter comes', (d) => {
    push(at(d, 'paths', LIST, 'get', 'parameters'), { in: 'query', name: 'q', required: true, schema: {} })
  }),
  of('sample', 'a required header comes', (d) => {
    push(at(d, 'paths', ONE, 'delete', 'parameters'), { in: 'header', name: 'if-match', required: true, schema: {} })
  }),
  of('sample', 'an optional header becomes required', (d) => {
    set(at(d, 'paths', LIST, 'post', 'parameters', '1'), 'required', true)
  }),
  of('sample', 'a query parameter is removed', (d) => {
    at(d, 'paths', LIST, 'get')['parameters'] = cut(d, 'paths', LIST, 'get', 'parameters')
  }),
  of('sample', 'a query parameter is renamed', (d) =>
    set(at(d, 'paths', LIST, 'get', 'parameters', '1'), 'name', 'most'),
  ),
  of('sample', 'a query parameter becomes a header', (d) => {
    set(at(d, 'paths', LIST, 'get', 'parameters', '1'), 'in', 'header')
  }),
  of('sample', 'a query parameter takes less', (d) => {
    set(at(d, 'paths', LIST, 'get', 'parameters', '1', 'schema'), 'maximum', 50)
  }),
  of('sample', 'a query parameter has another default', (d) => {
    set(at(d, 'paths', LIST, 'get', 'parameters', '1', 'schema'), 'default', 20)
  }),
  of('sample', 'a query parameter takes fewer words', (d) => {
    set(at(d, 'paths', LIST, 'get', 'parameters', '2', 'schema'), 'enum', ['listed'])
  }),
  of('sample', 'a path parameter takes less', (d) => {
    set(at(d, 'paths', ONE, 'get', 'parameters', '1', 'schema'), 'maxLength', 30)
  }),
  of('sample', 'an answer has a new word', (d) =>
    push(at(schema(d, 'Product'), 'properties', 'state', 'enum'), 'sold'),
  ),
  of('sample', 'an answer has no list of words any more', (d) =>
    drop(at(schema(d, 'Product'), 'properties', 'state'), 'enum'),
  ),
  of('sample', 'an answer may be null in one of two choices', (d) => {
    push(at(schema(d, 'Product'), 'properties', 'rebuy', 'anyOf'), { type: 'null' })
  }),
  of('sample', 'an answer may be null by a list of types', (d) => {
    at(schema(d, 'Product'), 'properties', 'name')['type'] = ['string', 'null'] as unknown as Json
  }),
  of('sample', 'null is refused in a request', (d) => {
    const stock = at(bodyOf(d, LIST), 'properties', 'stock')
    stock['anyOf'] = cut(stock, 'anyOf')
  }),
  of('sample', 'a limit inside of a choice of a request shrinks', (d) => {
    set(at(bodyOf(d, LIST), 'properties', 'stock', 'anyOf', '0'), 'maximum', 10)
  }),
  of('sample', 'a field behind a reference of a request becomes required', (d) => {
    push(at(schema(d, 'Commands'), 'required'), 'refund')
  }),
  of('sample', 'a text behind a reference of a request shrinks', (d) => {
    set(at(schema(d, 'Commands'), 'properties', 'approve', 'items'), 'maxLength', 100)
  }),
  of('sample', 'a field behind two references of an answer is removed', (d) =>
    dropField(schema(d, 'Commands'), 'refund'),
  ),
  of('sample', 'a schema that holds itself loses a field', (d) => dropField(schema(d, 'Category'), 'name')),
  of('sample', 'a field is removed from what may be null in an answer', (d) => {
    dropField(at(schema(d, 'Product'), 'properties', 'sale', 'anyOf', '0'), 'until')
  }),
  of('sample', 'a text of an answer has another form', (d) => {
    set(at(schema(d, 'Product'), 'properties', 'id'), 'pattern', '^product_')
  }),
  of('sample', 'a text of an answer has another format', (d) => {
    set(at(schema(d, 'Product'), 'properties', 'price'), 'format', 'money')
  }),
  of('sample', 'a text of a request gets a format', (d) => {
    set(at(bodyOf(d, LIST), 'properties', 'price'), 'format', 'decimal')
  }),
  of('sample', 'a text of an answer may be longer', (d) => {
    set(at(schema(d, 'Product'), 'properties', 'name'), 'maxLength', 1_000)
  }),
  of('sample', 'a text of an answer has no longest length any more', (d) => {
    drop(at(schema(d, 'Product'), 'properties', 'name'), 'maxLength')
  }),
  of('sample', 'an answer is a different schema', (d) => {
    set(at(d, 'paths', ONE, 'get', 'responses', '200', 'content', 'application/json'), 'schema', {
      $ref: '#/components/schemas/Commands',
    })
  }),
  of('sample', 'an answer loses a header', (d) =>
    drop(at(d, 'paths', ONE, 'get', 'responses', '200', 'headers'), 'etag'),
  ),
  of('sample', 'an answer loses all headers', (d) => drop(at(d, 'paths', ONE, 'get', 'responses', '200'), 'headers')),
  of('sample', 'success may have another status', (d) => {
    set(at(d, 'paths', ONE, 'get', 'responses'), '202', { description: 'later' })
  }),
  of('sample', 'a body is taken away', (d) => drop(at(d, 'paths', LIST, 'post'), 'requestBody')),
  of('sample', 'an answer has no body any more', (d) =>
    drop(at(d, 'paths', ONE, 'get', 'responses', '200'), 'content'),
  ),
  of('sample', 'an answer says nothing of its form any more', (d) => {
    drop(at(d, 'paths', ONE, 'get', 'responses', '200', 'content', 'application/json'), 'schema')
  }),
  of('sample', 'an answer is a list now', (d) => {
    const content = at(d, 'paths', ONE, 'get', 'responses', '200', 'content', 'application/json')
    set(content, 'schema', { type: 'array', items: at(content, 'schema') })
  }),
  of('sample', 'a header of an answer is no longer certain', (d) => {
    set(at(d, 'paths', ONE, 'get', 'responses', '200', 'headers', 'etag'), 'required', false)
  }),
  of('sample', 'a call takes one kind of key less', (d) => set(d, 'security', [{ token: [] }])),
  of('sample', 'a call needs both kinds of key', (d) => set(d, 'security', [{ token: [], cookie: [] }])),
  of('sample', 'one call takes another key', (d) => set(at(d, 'paths', ONE, 'delete'), 'security', [{ token: [] }])),
  of('sample', 'one call takes less than before', (d) => set(at(d, 'paths', ONE, 'get'), 'security', [{ token: [] }])),
  of('sample', 'a body comes where there was none', (d) => {
    set(at(d, 'paths', ONE, 'delete'), 'requestBody', {
      required: true,
      content: { 'application/json': { schema: {} } },
    })
  }),
  of('sample', 'a body needs more fields', (d) => set(bodyOf(d, LIST), 'minProperties', 4)),
  of('sample', 'what one request may hold has to meet one more schema', (d) => {
    set(at(bodyOf(d, LIST), 'properties', 'name'), 'allOf', [{ pattern: '^[a-z]+$' }])
  }),
  of('sample', 'a request field may not be something', (d) => {
    set(at(bodyOf(d, LIST), 'properties', 'name'), 'not', { const: 'x' })
  }),
  of('sample', 'a change of a keyword that nobody has a rule for', (d) => {
    set(at(bodyOf(d, LIST), 'properties', 'name'), 'contentEncoding', 'base64')
  }),
]

export const HARMLESS: Mutation[] = [
  of('games-1.0', 'nothing changes', () => undefined),
  of('games-1.0', 'a path is added', (d) => {
    set(at(d, 'paths'), '/api/games/1.0/more', {
      get: { operationId: 'more', responses: { 200: { description: 'x' } } },
    })
  }),
  of('games-1.0', 'a method is added', (d) => {
    set(at(d, 'paths', '/api/games/1.0/init'), 'get', { operationId: 'm', responses: { 200: { description: 'x' } } })
  }),
  of('games-1.0', 'a certain field of an answer is added', (d) => {
    set(at(schema(d, 'Store'), 'properties'), 'motto', { type: 'string' })
    push(at(schema(d, 'Store'), 'required'), 'motto')
  }),
  of('games-1.0', 'an uncertain field of an answer is added', (d) => {
    set(at(schema(d, 'Product'), 'properties'), 'motto', { type: 'string' })
  }),
  of('games-1.0', 'the document has another description', (d) => set(at(d, 'info'), 'description', 'Better words')),
  of('games-2.0', 'a field has another description', (d) => {
    set(at(schema(d, 'Outcome'), 'properties', 'done'), 'description', 'Better words')
  }),
  of('games-2.0', 'a field loses its description', (d) => {
    drop(at(schema(d, 'Outcome'), 'properties', 'done'), 'description')
  }),
  of('games-2.0', 'a call has another summary', (d) => {
    set(at(d, 'paths', '/api/games/2.0/poll', 'post'), 'summary', 'Better words')
  }),
  of('games-2.0', 'a field has other examples', (d) => {
    set(at(schema(d, 'Product'), 'properties', 'name'), 'examples', ['Sword'])
  }),
  of('games-2.0', 'an optional field of a request is added', (d) => {
    set(at(schema(d, 'Outcome'), 'properties'), 'took', { type: 'integer' })
  }),
  of('games-2.0', 'a required field of a request becomes optional', (d) =>
    set(schema(d, 'Outcome'), 'required', ['id']),
  ),
  of('games-2.0', 'the longest text of a request grows', (d) => {
    set(at(schema(d, 'Outcome'), 'properties', 'reason'), 'maxLength', 4_000)
  }),
  of('games-2.0', 'a limit of a request goes away', (d) =>
    drop(at(schema(d, 'Outcome'), 'properties', 'output'), 'maxLength'),
  ),
  of('games-2.0', 'a choice is added to a request', (d) => {
    push(at(schema(d, 'Outcome'), 'properties', 'outcome', 'anyOf'), { type: 'string', const: 'skipped' })
  }),
  of('games-2.0', 'the greatest number of a request grows', (d) => {
    set(at(bodyOf(d, '/api/games/2.0/poll'), 'properties', 'most'), 'maximum', 2_000)
  }),
  of('games-2.0', 'a request may be null in a field', (d) => {
    at(schema(d, 'Outcome'), 'properties', 'reason')['type'] = ['string', 'null'] as unknown as Json
  }),
  of('games-2.0', 'an uncertain field of an answer becomes certain', (d) =>
    push(at(schema(d, 'OutcomeResult'), 'required'), 'retryAt'),
  ),
  of('games-2.0', 'a schema that only stood for itself gets a name', (d) => {
    set(at(d, 'components', 'schemas'), 'PollBody', structuredClone(bodyOf(d, '/api/games/2.0/poll')))
    const content = at(d, 'paths', '/api/games/2.0/poll', 'post', 'requestBody', 'content', 'application/json')
    set(content, 'schema', { $ref: '#/components/schemas/PollBody' })
  }),
  of('games-2.0', 'a schema has another name', (d) => {
    const text = JSON.stringify(d).replaceAll('schemas/Outcome"', 'schemas/Result"').replace('"Outcome":', '"Result":')
    Object.assign(d, JSON.parse(text))
  }),
  of('games-2.0', 'fields stand in another order', (d) => {
    const product = schema(d, 'Product')
    product['properties'] = Object.fromEntries(Object.entries(at(product, 'properties')).toReversed())
    set(product, 'required', Object.values(at(product, 'required')).toReversed())
  }),
  of('games-2.0', 'choices stand in another order', (d) => {
    const choice = at(schema(d, 'DeliveryCommand'), 'properties', 'deliveryType')
    set(choice, 'anyOf', Object.values(at(choice, 'anyOf')).toReversed())
  }),
  of('sample', 'an optional query parameter comes', (d) => {
    push(at(d, 'paths', LIST, 'get', 'parameters'), { in: 'query', name: 'q', schema: { type: 'string' } })
  }),
  of('sample', 'parameters stand in another order', (d) => {
    set(
      at(d, 'paths', LIST, 'get'),
      'parameters',
      Object.values(at(d, 'paths', LIST, 'get', 'parameters')).toReversed(),
    )
  }),
  of('sample', 'a query parameter takes more words', (d) => {
    push(at(d, 'paths', LIST, 'get', 'parameters', '2', 'schema', 'enum'), 'sold')
  }),
  of('sample', 'an answer has fewer words', (d) =>
    set(at(schema(d, 'Product'), 'properties', 'state'), 'enum', ['listed']),
  ),
  of('sample', 'an answer has another single word left', (d) => {
    set(at(schema(d, 'Product'), 'properties', 'state'), 'enum', ['hidden'])
  }),
  of('sample', 'a strict request opens', (d) => drop(bodyOf(d, LIST), 'additionalProperties')),
  of('sample', 'a number of an answer gets a limit', (d) => {
    set(at(schema(d, 'Problem'), 'properties', 'status'), 'minimum', 100)
  }),
  of('sample', 'a call needs no key any more', (d) => set(at(d, 'paths', ONE, 'delete'), 'security', [])),
  of('sample', 'an answer is never null any more', (d) => {
    const stock = at(schema(d, 'Product'), 'properties', 'stock')
    stock['anyOf'] = cut(stock, 'anyOf')
  }),
  of('sample', 'a certain field is added to what may be null in an answer', (d) => {
    const sale = at(schema(d, 'Product'), 'properties', 'sale', 'anyOf', '0')
    set(at(sale, 'properties'), 'since', { type: 'string' })
    push(at(sale, 'required'), 'since')
  }),
  of('sample', 'a refusal is added', (d) => {
    const responses = at(d, 'paths', ONE, 'get', 'responses')
    set(responses, '409', structuredClone(at(responses, '404')))
  }),
  of('sample', 'an answer has one more header', (d) => {
    set(at(d, 'paths', LIST, 'post', 'responses', '201'), 'headers', { etag: { schema: { type: 'string' } } })
  }),
  of('sample', 'a call takes one kind of key more', (d) => {
    set(at(d, 'components', 'securitySchemes'), 'other', { type: 'http', scheme: 'basic' })
    set(d, 'security', [{ token: [] }, { cookie: [] }, { other: [] }])
  }),
  of('sample', 'what was said for all calls is said for one', (d) => {
    set(at(d, 'paths', ONE, 'get'), 'security', [{ cookie: [] }, { token: [] }])
  }),
  of('sample', 'a call is marked as old', (d) => set(at(d, 'paths', LIST, 'post'), 'deprecated', true)),
  of('sample', 'a schema that nobody uses comes', (d) => {
    set(at(d, 'components', 'schemas'), 'Spare', { type: 'string' })
  }),
]

function of(document: Mutation['of'], name: string, change: Mutation['change']): Mutation {
  return { name, of: document, change }
}

function published(name: string): Json {
  return JSON.parse(readFileSync(`contract/openapi/${name}.json`, 'utf8')) as Json
}

/** Throws when nothing is there: a mutation that changes nothing would prove nothing. */
function at(node: Json, ...keys: string[]): Json {
  return keys.reduce((below, key) => {
    const next = below[key]
    if (next === undefined) throw new Error(`nothing at ${keys.join(' / ')}`)
    return next
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

function drop(node: Json, key: string): void {
  at(node, key)
  delete node[key]
}

function rename(node: Json, from: string, to: string): void {
  set(node, to, at(node, from))
  drop(node, from)
}

function push(list: Json, value: unknown): void {
  ;(list as unknown as unknown[]).push(value)
}

/** A list without its last item. */
function cut(node: Json, ...keys: string[]): Json {
  return (at(node, ...keys) as unknown as unknown[]).slice(0, -1) as unknown as Json
}

function dropField(object: Json, name: string): void {
  drop(at(object, 'properties'), name)
  const required = object['required'] as unknown as string[]
  set(
    object,
    'required',
    required.filter((one) => one !== name),
  )
}
