type Node = Record<string, unknown>

/**
 * Replaces references by what they refer to, so that naming a schema is not a change. A recursive schema keeps its inner
 * reference.
 */
export function inlineReferences<Document extends object>(document: Document): Document {
  function inline(value: unknown, parents: string[]): unknown {
    if (Array.isArray(value)) return value.map((item) => inline(item, parents))
    if (typeof value !== 'object' || value === null) return value
    const { $ref: reference, ...siblings } = value as Node
    if (typeof reference !== 'string' || parents.includes(reference)) return inlineFields(value as Node, parents)
    const target = inline(resolveReference(document, reference), [...parents, reference]) as Node
    return { ...target, ...inlineFields(siblings, parents) }
  }

  function inlineFields(node: Node, parents: string[]): Node {
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, inline(value, parents)]))
  }

  return inline(document, []) as Document
}

/** Named schemas are only needed if a reference is left. */
export function withoutUnusedSchemas<Document extends { paths: object; components?: object }>(document: Document) {
  const hasReferences = JSON.stringify(document.paths).includes('"$ref":')
  return hasReferences ? document : { ...document, components: { ...document.components, schemas: {} } }
}

/** The value at a path of the document. References on the way are followed. */
export function followPath(document: object, path: (string | number)[]): unknown {
  return path.reduce<unknown>((node, key) => {
    const reference = (node as Node | undefined)?.['$ref']
    const target = typeof reference === 'string' ? resolveReference(document, reference) : node
    return (target as Node | undefined)?.[key]
  }, document)
}

function resolveReference(document: object, reference: string): unknown {
  const [root, ...keys] = reference.split('/').map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const found = followPath(document, keys)
  if (root !== '#' || found === undefined) throw new Error(`The reference ${reference} points to nothing`)
  return found
}
