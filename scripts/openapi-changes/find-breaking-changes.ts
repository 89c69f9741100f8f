import { isDeepStrictEqual } from 'node:util'
import { apiDiff } from 'api-smart-diff'
import { findLostAccess } from './find-lost-access.ts'
import { inlineReferences, withoutUnusedSchemas } from './inline-references.ts'
import { isBreaking } from './is-breaking.ts'
import type { OpenApiDocument } from './openapi-document.ts'

/** What a client of `before` would stumble over in `after`, a sentence each. Empty: every such client goes on working. */
export function findBreakingChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  const older = inlineReferences(before)
  const newer = inlineReferences(after)
  dropEqual(older.paths, newer.paths, DOWN_TO_STATUS)
  // The library writes into what it compares.
  const changes = apiDiff(structuredClone(withoutUnusedSchemas(older)), withoutUnusedSchemas(newer))
  const breaking = changes.filter((change) => isBreaking(change, { before: older, changes }))
  return [...new Set([...breaking.map(describe), ...findLostAccess(before, after)])]
}

/** Path, method, part, status of an answer: below that, what stands beside a change has a say in what it means. */
const DOWN_TO_STATUS = 4

/** Takes away what is the same on both sides. Comparing it would take most of the time. */
function dropEqual(one: Record<string, unknown>, other: Record<string, unknown>, levels: number): void {
  for (const [key, value] of Object.entries(one)) {
    const twin = other[key]
    if (isDeepStrictEqual(value, twin)) {
      delete one[key]
      delete other[key]
    } else if (levels > 1 && isObject(value) && isObject(twin)) dropEqual(value, twin, levels - 1)
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Described = { action: string; path: (string | number)[]; before?: unknown; after?: unknown }

function describe({ action, path, before, after }: Described): string {
  const [root, first = '', second = '', ...rest] = path.map(String)
  const place = root === 'paths' ? `${second.toUpperCase()} ${first}: ${rest.join(' ')}` : path.join(' ')
  if (action === 'add') return `${place}: added ${shortly(after)}`
  if (action === 'remove') return `${place}: removed ${shortly(before)}`
  return `${place}: was ${shortly(before)}, is ${shortly(after)}`
}

function shortly(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
