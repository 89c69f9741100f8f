import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Response = { $ref?: string; content?: Record<string, { schema: object }> }
type Operation = { responses: Record<string, Response> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; responses?: Record<string, Response> }
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
const documents = ['games-1.0', 'games-2.0', 'manage-1.0', 'storefront-1.0'].map((name) => {
  const url = new URL(`../../contract/openapi/${name}.json`, import.meta.url)
  const document: Document = JSON.parse(readFileSync(url, 'utf8'))
  ajv.addSchema({ $id: name, components: document.components })
  const routes = Object.entries(document.paths).map(([template, operations]) => ({
    pattern: patternOf(template),
    operations,
  }))
  return { name, routes, ...document }
})
const compiled = new Map<object, ValidateFunction>()
/** A constant, because validators are cached by the identity of the schema object. */
const PROBLEM = { $ref: '#/components/schemas/Problem' }

export type Answer = { status: number; contentType: string; body: unknown }

/**
 * Throws unless the published OpenAPI document describes this response: its status, its content type and its body.
 * A request that is not an operation of any document must get a problem document.
 */
export function requirePublished({ method, path }: { method: string; path: string }, response: Answer): void {
  const [pathname = ''] = path.split('?')
  const document = documents.find(({ routes }) => routes.some(({ pattern }) => pattern.test(pathname)))
  const operations = document?.routes.filter(({ pattern }) => pattern.test(pathname)).map((route) => route.operations)
  const operation = operations?.find((byMethod) => method.toLowerCase() in byMethod)?.[method.toLowerCase()]
  const documented = resolve(operation?.responses[String(response.status)], document)
  if (operation !== undefined && documented === undefined)
    throw new Error(`The OpenAPI document has no status ${response.status} for ${method} ${path}`)
  if (documented && !documented.content && response.body === undefined) return
  const [type = ''] = response.contentType.split(';')
  const schema = operation === undefined ? PROBLEM : documented?.content?.[type]?.schema
  if (schema === undefined) {
    throw new Error(`The OpenAPI document has no ${type} response for ${method} ${path} with status ${response.status}`)
  }
  const validate = validatorOf(schema, document?.name ?? 'games-1.0')
  if (!validate(response.body)) {
    const errors = ajv.errorsText(validate.errors)
    throw new Error(
      `${method} ${path}: the body of status ${response.status} does not match its schema: ${errors}\n${JSON.stringify(response.body)}`,
    )
  }
}

/** A pattern for the paths of one template. The documents list fixed paths before those with a parameter in that place. */
function patternOf(template: string): RegExp {
  const text = template.replaceAll(/[.]/g, String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${text}$`)
}

function resolve(response: Response | undefined, document: Document | undefined): Response | undefined {
  const name = response?.$ref?.split('/').at(-1)
  return name === undefined ? response : document?.components.responses?.[name]
}

function validatorOf(schema: object, name: string): ValidateFunction {
  const cached = compiled.get(schema)
  if (cached) return cached
  const text = JSON.stringify(schema).replaceAll('"#/components', `"${name}#/components`)
  const validate = ajv.compile(JSON.parse(text) as object)
  compiled.set(schema, validate)
  return validate
}
