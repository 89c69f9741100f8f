/** A call of the document, as far as a client has to know it. */
export type Operation = {
  name: string
  summary: string
  method: string
  path: string
  query: string[]
  hasBody: boolean
  isList: boolean
  /** It takes an Idempotency-Key, so it may be sent again. */
  takesKey: boolean
}

type Parameter = { in: string; name: string }
type Schema = { $ref?: string; properties?: Record<string, unknown> }
type Body = { content?: Record<string, { schema?: Schema }> }
type Described = {
  operationId: string
  summary?: string
  parameters?: Parameter[]
  requestBody?: Body
  responses: Record<string, Body>
}
export type ManageDocument = {
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, Schema> }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export function readOperations(document: ManageDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const described = methods[method]
      return described ? [readOperation(document, { path, method, described })] : []
    }),
  )
}

type Place = { path: string; method: string; described: Described }

function readOperation(document: ManageDocument, { path, method, described }: Place): Operation {
  const { operationId: name, summary = name, parameters = [], requestBody, responses } = described
  const named = (where: string): string[] => parameters.filter((one) => one.in === where).map((one) => one.name)
  const query = named('query')
  const fields = Object.keys(resolve(document, schemaOf(requestBody)).properties ?? {})
  requireDistinct(name, [...named('path'), ...query, ...fields])
  const answered = resolve(document, schemaOf(responses['200'])).properties ?? {}
  return {
    name,
    summary,
    method: method.toUpperCase(),
    path,
    query,
    hasBody: requestBody !== undefined,
    isList: query.includes('cursor') && 'items' in answered && 'nextCursor' in answered,
    takesKey: named('header').some((header) => header.toLowerCase() === 'idempotency-key'),
  }
}

/** Callers give everything in one object, so the same word cannot stand in two places. */
function requireDistinct(operation: string, names: string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`${operation} has ${twice} in two places; rename one of them`)
}

function schemaOf(body: Body | undefined): Schema {
  return body?.content?.['application/json']?.schema ?? {}
}

function resolve({ components }: ManageDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (components.schemas[name] ?? {})
}
