/** An operation of the OpenAPI document, reduced to what a client needs. */
export type Operation = {
  name: string
  summary: string
  method: string
  path: string
  query: string[]
  hasBody: boolean
  /** The body is a file. */
  hasFile: boolean
  isList: boolean
  /** It accepts an Idempotency-Key, so it can be retried. */
  takesKey: boolean
}

type Parameter = { in: string; name: string }
type Schema = { $ref?: string; properties?: Record<string, unknown> }
type Body = { content?: Record<string, { schema?: Schema }> }
type DocumentedOperation = {
  operationId: string
  summary?: string
  parameters?: Parameter[]
  requestBody?: Body
  responses: Record<string, Body>
  /** Bodies of any size, which the client would hold in memory. */
  'x-streamed'?: boolean
}
export type ApiDocument = {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { schemas: Record<string, Schema> }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export function readOperations(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method]
      return operation && operation['x-streamed'] !== true ? [readOperation(document, { path, method, operation })] : []
    }),
  )
}

type Entry = { path: string; method: string; operation: DocumentedOperation }

function readOperation(document: ApiDocument, { path, method, operation }: Entry): Operation {
  const { operationId: name, summary = name, parameters = [], requestBody, responses } = operation
  const namesIn = (where: string): string[] =>
    parameters.filter((parameter) => parameter.in === where).map((parameter) => parameter.name)
  const query = namesIn('query')
  const fields = Object.keys(resolve(document, schemaOf(requestBody)).properties ?? {})
  requireDistinct(name, [...namesIn('path'), ...query, ...fields])
  const responseFields = resolve(document, schemaOf(responses['200'])).properties ?? {}
  return {
    name,
    summary,
    method: method.toUpperCase(),
    path,
    query,
    hasBody: requestBody !== undefined && !isFile(requestBody),
    hasFile: isFile(requestBody),
    isList: query.includes('cursor') && 'items' in responseFields && 'nextCursor' in responseFields,
    takesKey: namesIn('header').some((header) => header.toLowerCase() === 'idempotency-key'),
  }
}

/** Path, query and body are passed as one object, so their names must differ. */
function requireDistinct(operation: string, names: string[]): void {
  const duplicate = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicate !== undefined) throw new Error(`${operation} has two parameters named ${duplicate}. Rename one.`)
}

function isFile(body: Body | undefined): boolean {
  return body?.content !== undefined && !('application/json' in body.content)
}

function schemaOf(body: Body | undefined): Schema {
  return body?.content?.['application/json']?.schema ?? {}
}

function resolve({ components }: ApiDocument, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (components.schemas[name] ?? {})
}
