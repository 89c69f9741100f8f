/** Where in a document something changed: in a schema of what callers send or get, or anywhere else. */
export type Place = { side: 'request' | 'answer'; keyword: string; below: (string | number)[] } | undefined

const NAMED = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])
const NUMBERED = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const SINGLE = new Set(['items', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'])

/** A field may be called `type` and a path `schema`, so a place is read from its beginning on. */
export function readPlace(path: (string | number)[]): Place {
  const [root, , method, part] = path
  if (root !== 'paths') return undefined
  const side = part === 'responses' ? 'answer' : 'request'
  const start = method === 'parameters' ? 4 : schemaStart(path)
  if (start === undefined || path[start] !== 'schema') return undefined
  let rest = path.slice(start + 1)
  for (;;) {
    const [keyword, ...below] = rest
    if (typeof keyword !== 'string') return undefined
    const steps = NAMED.has(keyword) || NUMBERED.has(keyword) ? 1 : SINGLE.has(keyword) ? 0 : undefined
    if (steps === undefined || below.length <= steps) return { side, keyword, below }
    rest = below.slice(steps)
  }
}

/** paths, path, method, then: parameters n | requestBody content type | responses status (content type | headers name) */
function schemaStart([, , , part]: (string | number)[]): number | undefined {
  if (part === 'parameters') return 5
  if (part === 'requestBody') return 6
  return part === 'responses' ? 7 : undefined
}
