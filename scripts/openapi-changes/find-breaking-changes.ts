import { isDeepStrictEqual } from 'node:util'
import { apiDiff } from 'api-smart-diff'
import { findLostAccess } from './find-lost-access.ts'
import { inlineReferences, withoutUnusedSchemas } from './inline-references.ts'
import { isBreaking } from './is-breaking.ts'
import type { OpenApiDocument } from './openapi-document.ts'

/** Describes each change from `before` to `after` that could break a client of `before`. */
export function findBreakingChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  const older = inlineReferences(before)
  const newer = inlineReferences(after)
  dropEqual(older.paths, newer.paths, MAX_DEPTH)
  // The library changes the documents that it compares.
  const changes = apiDiff(structuredClone(withoutUnusedSchemas(older)), withoutUnusedSchemas(newer))
  const breaking = changes.filter((change) => isBreaking(change, { before: older, changes }))
  return [...new Set([...breaking.map(describe), ...findLostAccess(before, after)])]
}

/** Path, method, part and status. Below that, the rules also look at what surrounds a change. */
const MAX_DEPTH = 4

/** Removes what is equal in both documents, because comparing it would take most of the time. */
function dropEqual(older: Record<string, unknown>, newer: Record<string, unknown>, depth: number): void {
  for (const [key, value] of Object.entries(older)) {
    const twin = newer[key]
    if (isDeepStrictEqual(value, twin)) {
      delete older[key]
      delete newer[key]
    } else if (depth > 1 && isObject(value) && isObject(twin)) dropEqual(value, twin, depth - 1)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Change = { action: string; path: (string | number)[]; before?: unknown; after?: unknown }

function describe({ action, path, before, after }: Change): string {
  const [root, first = '', second = '', ...rest] = path.map(String)
  const place = root === 'paths' ? `${second.toUpperCase()} ${first}: ${rest.join(' ')}` : path.join(' ')
  if (action === 'add') return `${place}: added ${abbreviate(after)}`
  if (action === 'remove') return `${place}: removed ${abbreviate(before)}`
  return `${place}: was ${abbreviate(before)}, is ${abbreviate(after)}`
}

function abbreviate(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
