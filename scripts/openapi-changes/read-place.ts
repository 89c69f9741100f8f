/** Where in a document a schema changed. Undefined if the change is not in a schema. */
export type Place = { side: 'request' | 'response'; keyword: string; below: (string | number)[] } | undefined

const KEYED_BY_NAME = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])
const KEYED_BY_INDEX = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const SINGLE_SCHEMA = new Set([
  'items',
  'additionalProperties',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
])

/** Reads the path from its start, because a field can be named `type` and a path `schema`. */
export function readPlace(path: (string | number)[]): Place {
  const [root, , method, part] = path
  if (root !== 'paths') return undefined
  const side = part === 'responses' ? 'response' : 'request'
  const start = method === 'parameters' ? 4 : schemaStart(path)
  if (start === undefined || path[start] !== 'schema') return undefined
  let rest = path.slice(start + 1)
  for (;;) {
    const [keyword, ...below] = rest
    if (typeof keyword !== 'string') return undefined
    const steps =
      KEYED_BY_NAME.has(keyword) || KEYED_BY_INDEX.has(keyword) ? 1 : SINGLE_SCHEMA.has(keyword) ? 0 : undefined
    if (steps === undefined || below.length <= steps) return { side, keyword, below }
    rest = below.slice(steps)
  }
}

/** After the path and the method: parameters n | requestBody content type | responses status (content type | headers name) */
function schemaStart([, , , part]: (string | number)[]): number | undefined {
  if (part === 'parameters') return 5
  if (part === 'requestBody') return 6
  return part === 'responses' ? 7 : undefined
}
