import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Operation = { responses: Record<string, { content?: Record<string, { schema: object }> }> }
type Document = { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, object> } }

const ajv = new Ajv2020({ strict: false, allErrors: true })
const documents = ['games-1.0', 'games-2.0'].map((name) => {
  const url = new URL(`../../contract/openapi/${name}.json`, import.meta.url)
  const document: Document = JSON.parse(readFileSync(url, 'utf8'))
  ajv.addSchema({ $id: name, components: document.components })
  return { name, ...document }
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
  const document = documents.find(({ paths }) => path in paths)
  const operation = document?.paths[path]?.[method.toLowerCase()]
  const foreseen = operation?.responses[String(answer.status)]
  if (operation !== undefined && foreseen === undefined)
    throw new Error(`${method} ${path} does not publish status ${answer.status}`)
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

function validatorOf(schema: object, name: string): ValidateFunction {
  const known = compiled.get(schema)
  if (known) return known
  const text = JSON.stringify(schema).replaceAll('"#/components', `"${name}#/components`)
  const validate = ajv.compile(JSON.parse(text) as object)
  compiled.set(schema, validate)
  return validate
}
