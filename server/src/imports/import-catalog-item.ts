import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { attempt } from './attempt.ts'
import { type FieldChange, type ImportedItem, importedItem, type ImportSettings } from './import.ts'

const MAX_SHOWN = 200

type Item<Current extends { version: number }, Id> = {
  sourceId: string
  name: string
  record: { targetId: Id; version: number } | undefined
  /** Undefined if the owner has deleted it. */
  read: (id: Id) => Promise<Current | undefined>
  compare: (current: Current) => FieldChange[]
  create: () => Promise<Current & { id: Id }>
  change: (id: Id) => Promise<Current>
  remember: (saved: { targetId: Id; version: number }) => Promise<void>
}

/**
 * Creates a category, a product or a coupon, or brings it to what the source says now. One that the owner has edited since the
 * last import stays as it is, unless the import overwrites. An item that is refused does not stop the others.
 */
export async function importCatalogItem<Current extends { version: number }, Id>(
  tx: Tx,
  { overwrite }: ImportSettings,
  item: Item<Current, Id>,
): Promise<ImportedItem> {
  const { sourceId, name } = item
  const done = await attempt(tx, () => bringUpToDate(item, { overwrite }))
  const result = done instanceof AppError ? { outcome: 'failed' as const, message: done.message } : done
  return importedItem({ sourceId, name, ...result })
}

async function bringUpToDate<Current extends { version: number }, Id>(
  { record, ...item }: Item<Current, Id>,
  { overwrite }: { overwrite: boolean },
): Promise<Pick<ImportedItem, 'outcome'> & Partial<ImportedItem>> {
  const current = record && (await item.read(record.targetId))
  if (!record || (!current && overwrite)) {
    const { id, version } = await item.create()
    await item.remember({ targetId: id, version })
    return { outcome: 'created' }
  }
  if (!current) return { outcome: 'kept', message: 'It was deleted here after it had been imported.' }
  const changes = item.compare(current)
  if (changes.length === 0) return { outcome: 'unchanged' }
  if (current.version !== record.version && !overwrite)
    return { outcome: 'kept', changes, message: 'It was edited here after it had been imported.' }
  const { version } = await item.change(record.targetId)
  await item.remember({ targetId: record.targetId, version })
  return { outcome: 'changed', changes }
}

type Value = string | number | boolean | null | readonly string[]

/** The fields that differ, as people read them. */
export function compareFields(current: Record<string, Value>, wanted: Record<string, Value>): FieldChange[] {
  return Object.entries(wanted).flatMap(([field, value]) => {
    const [from, to] = [toText(current[field] ?? null), toText(value)]
    return from === to ? [] : { field, from: shorten(from), to: shorten(to) }
  })
}

function toText(value: Value): string {
  return typeof value === 'object' && value !== null ? value.join('\n') : String(value ?? '-')
}

function shorten(text: string): string {
  const characters = [...text]
  return characters.length > MAX_SHOWN ? `${characters.slice(0, MAX_SHOWN).join('')}…` : text
}
