import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Response = { $ref?: string; content?: Record<string, { schema: object }> }
type Operation = { responses: Record<string, Response> }
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; responses?: Record<string, Response> }
}

const ajv = new Ajv2020({ strict: false, allErrors: true })
const documents = ['games-1.0', 'games-2.0', 'manage-1.0'].map((name) => {
  const url = new URL(`../../contract/openapi/${name}.json`, import.meta.url)
  const document: Document = JSON.parse(readFileSync(url, 'utf8'))
  ajv.addSchema({ $id: name, components: document.components })
  const places = Object.entries(document.paths).map(([template, operations]) => ({
    form: formOf(template),
    operations,
  }))
  return { name, places, ...document }
})
const compiled = new Map<object, ValidateFunction>()
/** One object: validators are remembered by it. */
const PROBLEM = { $ref: '#/components/schemas/Problem' }

export type Answer = { status: number; contentType: string; body: unknown }

/**
 * Throws unless the published document foresees this answer: its status, its content type and its body.
 * What is not an operation of the document must be refused with a problem document.
 */
export function requirePublished({ method, path }: { method: string; path: string }, answer: Answer): void {
  const [place = ''] = path.split('?')
  const document = documents.find(({ places }) => places.some(({ form }) => form.test(place)))
  const operations = document?.places.filter(({ form }) => form.test(place)).map((found) => found.operations)
  const operation = operations?.find((found) => method.toLowerCase() in found)?.[method.toLowerCase()]
  const foreseen = resolve(operation?.responses[String(answer.status)], document)
  if (operation !== undefined && foreseen === undefined)
    throw new Error(`${method} ${path} does not publish status ${answer.status}`)
  if (foreseen && !foreseen.content && answer.body === undefined) return
  const [type = ''] = answer.contentType.split(';')
  const schema = operation === undefined ? PROBLEM : foreseen?.content?.[type]?.schema
  if (schema === undefined) throw new Error(`${method} ${path} does not publish ${type} for status ${answer.status}`)
  const validate = validatorOf(schema, document?.name ?? 'games-1.0')
  if (!validate(answer.body)) {
    throw new Error(
      `${method} ${path} ${answer.status} is not as published: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(answer.body)}`,
    )
  }
}

/** `/stores/{storeId}` is every address of this form. A fixed address is found before one with a name in it. */
function formOf(template: string): RegExp {
  const text = template.replaceAll(/[.]/g, String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${text}$`)
}

function resolve(response: Response | undefined, document: Document | undefined): Response | undefined {
  const name = response?.$ref?.split('/').at(-1)
  return name === undefined ? response : document?.components.responses?.[name]
}

function validatorOf(schema: object, name: string): ValidateFunction {
  const known = compiled.get(schema)
  if (known) return known
  const text = JSON.stringify(schema).replaceAll('"#/components', `"${name}#/components`)
  const validate = ajv.compile(JSON.parse(text) as object)
  compiled.set(schema, validate)
  return validate
}
