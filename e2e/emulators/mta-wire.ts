import { ScriptError } from './game-client.ts'
import type { QueuedDelivery } from './store-connection.ts'

/** The game encodes every table as an array of one table. The script removes all brackets, even those in values. */
export function encodeTable(table: object): string {
  return `[ ${JSON.stringify(table)} ]`.replaceAll(/[[\]]/g, '')
}

export function decodeTable(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** Indexing a number or a boolean is an error. A text or an object has a length, but no deliveries. */
export function asDeliveries(field: unknown): ArrayLike<QueuedDelivery | undefined> {
  if (Array.isArray(field)) return field as QueuedDelivery[]
  if (typeof field === 'string') return { length: field.length }
  if (typeof field === 'object') return []
  throw new ScriptError('a top-level field cannot be indexed')
}

/**
 * The script inserts a name into a text as the replacement of a pattern. There, `%` is an escape character: it disappears,
 * `%0` and `%1` are the matched placeholder, and other digits refer to captures that do not exist.
 */
export function formatText(name: string): string {
  return name.replaceAll(/%(.?)/gs, (_, next: string) => {
    if (/[2-9]/.test(next)) throw new ScriptError(`invalid capture index %${next} in: ${name}`)
    return /[01]/.test(next) ? '{product}' : next
  })
}
