import type { OpenApiDocument } from './openapi-document.ts'

/** Names of security schemes that are needed together, with their scopes. */
type Requirement = Record<string, string[]>
type Operation = { security?: Requirement[] }

/** Calls that no longer take what they took: each way in has to stay open, with the same or with less to show. */
export function findLostAccess(before: OpenApiDocument, after: OpenApiDocument): string[] {
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) => {
      if (!after.paths[path]?.[method]) return []
      const lost = waysIn(before, path, method).filter(
        (way) => !waysIn(after, path, method).some((open) => isWithin(open, way)),
      )
      return lost.map((way) => `${method.toUpperCase()} ${path}: no longer taken: ${Object.keys(way).join(' with ')}`)
    }),
  )
}

function waysIn(document: OpenApiDocument, path: string, method: string): Requirement[] {
  const operation = document.paths[path]?.[method] as Operation | undefined
  const ways = operation?.security ?? document.security ?? []
  // Without any requirement the door is open.
  return ways.length === 0 ? [{}] : ways
}

function isWithin(asked: Requirement, shown: Requirement): boolean {
  return Object.entries(asked).every(([name, scopes]) => {
    const has = shown[name]
    return has !== undefined && scopes.every((scope) => has.includes(scope))
  })
}
