import type { OpenApiDocument } from './openapi-document.ts'

/** Security schemes that a request needs together, with their scopes. */
type Requirement = Record<string, string[]>
type Operation = { security?: Requirement[] }

/** Finds operations that no longer accept a security requirement, or need more scopes for it. */
export function findLostAccess(before: OpenApiDocument, after: OpenApiDocument): string[] {
  return Object.entries(before.paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) => {
      if (!after.paths[path]?.[method]) return []
      const lost = requirementsOf(before, path, method).filter(
        (older) => !requirementsOf(after, path, method).some((newer) => isSatisfiedBy(newer, older)),
      )
      return lost.map(
        (requirement) =>
          `${method.toUpperCase()} ${path}: no longer accepts ${Object.keys(requirement).join(' with ')}`,
      )
    }),
  )
}

function requirementsOf(document: OpenApiDocument, path: string, method: string): Requirement[] {
  const operation = document.paths[path]?.[method] as Operation | undefined
  const requirements = operation?.security ?? document.security ?? []
  // Without a requirement, the operation is public.
  return requirements.length === 0 ? [{}] : requirements
}

function isSatisfiedBy(required: Requirement, provided: Requirement): boolean {
  return Object.entries(required).every(([name, scopes]) => {
    const granted = provided[name]
    return granted !== undefined && scopes.every((scope) => granted.includes(scope))
  })
}
