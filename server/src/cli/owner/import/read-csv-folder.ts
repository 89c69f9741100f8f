import { join } from 'node:path'
import { COUPON_PERCENT } from '@quartermaster/contract/promotions/discount-limits'
import { parseDuration } from '../../../duration.ts'
import { AppError } from '../../../errors.ts'
import { cleanLine, cleanText } from './clean-text.ts'
import { collectEntitlements } from './collect-entitlements.ts'
import { convertCommands } from './convert-commands.ts'
import { parseCsv } from './csv.ts'
import { emptyDocument, type ImportDocument } from './document.ts'
import { toPriceMinor } from './price.ts'
import { readCommandRows } from './read-command-file.ts'
import { readFileText } from './read-source.ts'
import { dateOf, toPosition } from './source-values.ts'

type Row = Record<string, string>

/** Reads the files that docs/import.md describes. All of them are optional. */
export async function readCsvFolder(dir: string, { currency }: { currency: string }): Promise<ImportDocument> {
  const read = async (name: string): Promise<Row[]> => {
    const text = await readFileText(join(dir, name))
    return text === undefined ? [] : parseCsv(text, name)
  }
  const document = { ...emptyDocument('csv'), currency }
  for (const row of await read('categories.csv')) {
    const description = cleanText(row['description'] ?? '', 20_000)
    const [sourceId, name] = [need(row, 'id', 'categories.csv'), cleanLine(need(row, 'name', 'categories.csv'), 100)]
    document.categories.push({ sourceId, name, description, position: wholeOf(row['position']) })
  }
  const commands = readCommandRows(await read('commands.csv'), 'commands.csv')
  for (const row of await read('products.csv')) readProduct(document, row, commands)
  readEntitlements(document, await read('entitlements.csv'))
  for (const row of await read('bans.csv')) {
    const reason = cleanText(row['reason'] ?? '', 500) || 'Imported'
    const gameUserId = cleanLine(need(row, 'player', 'bans.csv'), 255)
    document.bans.push({ gameUserId, reason, until: timeOf(row, 'until', 'bans.csv')?.toISOString() ?? null })
  }
  for (const row of await read('coupons.csv')) readCoupon(document, row)
  for (const row of await read('gift-cards.csv')) {
    const code = need(row, 'code', 'gift-cards.csv')
    const balanceMinor = priceOf(row, 'balance', 'gift-cards.csv', currency)
    const expiresAt = timeOf(row, 'expires', 'gift-cards.csv')?.toISOString() ?? null
    document.giftCards.push({ code, balanceMinor, note: cleanText(row['note'] ?? '', 500), expiresAt })
  }
  return document
}

function readCoupon(document: ImportDocument, row: Row): void {
  const file = 'coupons.csv'
  const code = cleanLine(need(row, 'code', file), 100)
  const discount = need(row, 'discount', file)
  const [, percent] = /^(\d{1,3}(?:\.\d{1,2})?) ?%$/.exec(discount) ?? []
  const list = (column: string) => (row[column] ?? '').split('|').flatMap((id) => id.trim() || [])
  document.coupons.push({
    sourceId: code.toLowerCase(),
    code,
    note: cleanLine(row['note'] ?? '', 100),
    discount:
      percent === undefined
        ? { amountMinor: priceOf(row, 'discount', file, document.currency) }
        : { basisPoints: basisPointsOf(percent, file) },
    productSourceIds: list('products'),
    categorySourceIds: list('categories'),
    minimumMinor: row['minimum']?.trim() ? priceOf(row, 'minimum', file, document.currency) : 0,
    maxUses: wholeOf(row['uses']) || null,
    maxUsesPerPlayer: wholeOf(row['limit']) || null,
    periods: row['periods']?.trim() === 'all' ? 'all' : 'first',
    startsAt: timeOf(row, 'starts', file)?.toISOString() ?? null,
    endsAt: timeOf(row, 'ends', file)?.toISOString() ?? null,
  })
}

function basisPointsOf(percent: string, file: string): number {
  const { min, max } = COUPON_PERCENT
  const basisPoints = Math.round(Number(percent) * 100)
  if (basisPoints >= min && basisPoints <= max) return basisPoints
  throw invalid(file, `the discount "${percent}%" is not ${min / 100}% to ${max / 100}%`)
}

function readProduct(document: ImportDocument, row: Row, commands: ReturnType<typeof readCommandRows>): void {
  const file = 'products.csv'
  const sourceId = need(row, 'id', file)
  const name = cleanLine(need(row, 'name', file), 200)
  const own = commands.get(sourceId)
  const duration = row['duration']?.trim() ?? ''
  const visibility = row['visibility']?.trim() || 'public'
  if (!isVisibility(visibility)) throw invalid(file, 'the visibility must be public, unlisted or hidden')
  const converted = convertCommands(name, own?.commands ?? [], {})
  document.notes.push(...converted.notes)
  document.products.push({
    sourceId,
    categorySourceId: row['category']?.trim() || null,
    name,
    description: cleanText(row['description'] ?? '', 20_000),
    position: wholeOf(row['position']),
    visibility: converted.isComplete ? visibility : 'hidden',
    priceMinor: priceOf(row, 'price', file, document.currency),
    durationSeconds: duration === '' ? (own?.durationSeconds ?? null) : parseDuration(duration),
    commands: converted.commands,
    maxPerPlayer: wholeOf(row['limit']) || null,
    servers: (row['servers'] ?? '').split('|').flatMap((server) => server.trim() || []),
  })
}

function readEntitlements(document: ImportDocument, rows: Row[]): void {
  const file = 'entitlements.csv'
  const owned = collectEntitlements()
  for (const row of rows) {
    owned.add({
      productSourceId: need(row, 'product', file),
      gameUserId: cleanLine(need(row, 'player', file), 255),
      since: timeOf(row, 'since', file),
      until: timeOf(row, 'until', file),
      quantity: wholeOf(row['quantity']) || 1,
    })
  }
  document.entitlements = owned.list()
  if (owned.endedCount() > 0)
    document.notes.push({ about: file, text: `${owned.endedCount()} rows have ended and are not imported.` })
}

function need(row: Row, column: string, file: string): string {
  const value = row[column]?.trim() ?? ''
  if (value === '' || value.length > 10_000) throw invalid(file, `a row has no ${column}`)
  return value
}

function priceOf(row: Row, column: string, file: string, currency: string | null): number {
  const price = need(row, column, file)
  if (/^\d{1,9}(\.\d{1,3})?$/.test(price)) return toPriceMinor(price, currency)
  throw invalid(file, `"${cleanLine(price, 30)}" is not a ${column} such as 4.99`)
}

function timeOf(row: Row, column: string, file: string): Date | null {
  const value = row[column]?.trim() ?? ''
  if (value === '') return null
  const date = dateOf(value)
  if (date) return date
  throw invalid(file, `"${cleanLine(value, 40)}" is not a time such as 2027-01-31T00:00:00Z`)
}

const invalid = (file: string, what: string) =>
  new AppError('invalid_request', `In ${file}, ${what}. Correct it, and try again.`)
const wholeOf = (text = '') => toPosition(text)
const isVisibility = (text: string): text is 'public' | 'unlisted' | 'hidden' =>
  ['public', 'unlisted', 'hidden'].includes(text)
