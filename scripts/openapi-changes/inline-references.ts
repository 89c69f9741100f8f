type Node = Record<string, unknown>

/**
 * The document with what its references point to in their place, so that giving a schema a name is no change. A schema
 * that holds itself keeps its inner reference.
 */
export function inlineReferences<Document extends object>(document: Document): Document {
  function inline(value: unknown, around: string[]): unknown {
    if (Array.isArray(value)) return value.map((item) => inline(item, around))
    if (typeof value !== 'object' || value === null) return value
    const { $ref: reference, ...beside } = value as Node
    if (typeof reference !== 'string' || around.includes(reference)) return inlineFields(value as Node, around)
    const target = inline(lookUp(document, reference), [...around, reference]) as Node
    return { ...target, ...inlineFields(beside, around) }
  }

  function inlineFields(node: Node, around: string[]): Node {
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inline(value, around)]))
  }

  return inline(document, []) as Document
}

/** Named schemas are only needed where a reference is left. */
export function withoutUnusedSchemas<Document extends { paths: object; components?: object }>(document: Document) {
  const isNeeded = JSON.stringify(document.paths).includes('"$ref":')
  return isNeeded ? document : { ...document, components: { ...document.components, schemas: {} } }
}

/** What stands at a place, with references followed on the way. */
export function followPath(document: object, path: (string | number)[]): unknown {
  return path.reduce<unknown>((node, key) => {
    const reference = (node as Node | undefined)?.['$ref']
    const from = typeof reference === 'string' ? lookUp(document, reference) : node
    return (from as Node | undefined)?.[key]
  }, document)
}

function lookUp(document: object, reference: string): unknown {
  const [root, ...keys] = reference.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const found = followPath(document, keys)
  if (root !== '#' || found === undefined) throw new Error(`The document points to ${reference}, where nothing is`)
  return found
}
