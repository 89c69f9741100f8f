import type { Manage } from '@quartermaster/sdk'
import { parsePrice, toPriceText } from '../../app/money.ts'
import { secondsOf, spanOf, type Unit, UNITS } from '../durations.ts'
import type { Body } from '../editor/body-of.ts'

type Names = { categories: Pick<Manage.Category, 'id' | 'name'>[]; servers: Pick<Manage.GameServer, 'id' | 'name'>[] }
export type Context = Names & { currency: string }
export type CellError = 'required' | 'price' | 'duration' | 'number' | 'choice' | 'unknown' | 'ambiguous' | 'variants'
type Fields = Partial<Body> & { isArchived?: boolean }

export type ImportColumn = {
  /** The same in all languages, so that a file of one person can be imported by another. */
  head: string
  csv: (product: Manage.Product) => string
  /** Undefined: the column is not read. */
  read?: (text: string, context: Context) => Fields | CellError
}

/** The columns of an export, which an import reads again. */
export function csvColumns({ categories, servers }: Names): ImportColumn[] {
  return [
    { head: 'id', csv: ({ id }) => id },
    { head: 'name', csv: ({ name }) => name, read: (text) => (text === '' ? 'required' : { name: text }) },
    { head: 'slug', csv: ({ slug }) => slug, read: (text) => (text === '' ? {} : { slug: text }) },
    {
      head: 'category',
      csv: ({ categoryId }) => categories.find(({ id }) => id === categoryId)?.name ?? '',
      read: (text, context) => {
        if (text === '') return { categoryId: null }
        const found = findByName(context.categories, text)
        return typeof found === 'string' ? found : { categoryId: found.id }
      },
    },
    {
      head: 'price',
      csv: ({ variants, priceMinor, currency }) => (variants.length > 0 ? '' : toPriceText(priceMinor, currency)),
      read: (text, { currency }) => {
        const priceMinor = parsePrice(text, currency)
        return priceMinor === undefined ? 'price' : { priceMinor }
      },
    },
    {
      head: 'lasts',
      csv: ({ variants, durationSeconds }) => (variants.length > 0 ? '' : writeSpan(durationSeconds)),
      read: (text) => {
        const durationSeconds = readSpan(text)
        return durationSeconds === undefined ? 'duration' : { durationSeconds }
      },
    },
    {
      head: 'servers',
      csv: ({ serverIds }) => serverIds.map((each) => servers.find(({ id }) => id === each)?.name ?? each).join('; '),
      read: (text, context) => {
        const found = text
          .split(';')
          .flatMap((name) => (name.trim() === '' ? [] : [findByName(context.servers, name.trim())]))
        const error = found.find((each) => typeof each === 'string')
        return error ?? { serverIds: found.flatMap((each) => (typeof each === 'string' ? [] : [each.id])) }
      },
    },
    {
      head: 'visibility',
      csv: ({ visibility }) => visibility,
      read: (text) => (isVisibility(text) ? { visibility: text } : text === '' ? {} : 'choice'),
    },
    {
      head: 'stock',
      csv: ({ stock }) => (stock === null ? '' : String(stock)),
      read: (text) => readLimit('stock', text),
    },
    {
      head: 'max_per_player',
      csv: ({ maxPerPlayer }) => (maxPerPlayer === null ? '' : String(maxPerPlayer)),
      read: (text) => readLimit('maxPerPlayer', text),
    },
    { head: 'summary', csv: ({ summary }) => summary, read: (text) => ({ summary: text }) },
    ...(['approve', 'refund', 'expire'] as const).map((stage, index): ImportColumn => ({
      head: COMMAND_HEADS[index] ?? '',
      csv: ({ commands }) => commands[stage].join('\n'),
    })),
    {
      head: 'archived',
      csv: ({ archivedAt }) => (archivedAt === null ? 'no' : 'yes'),
      read: (text) =>
        text === '' ? {} : /^(yes|no)$/i.test(text) ? { isArchived: text.toLowerCase() === 'yes' } : 'choice',
    },
  ]
}

/** Read together, because a change of commands sends all of them. */
export const COMMAND_HEADS = ['on_purchase', 'on_refund', 'on_expiry']

function findByName<Item extends { id: string; name: string }>(items: Item[], text: string): Item | CellError {
  const found = items.filter(({ id, name }) => name.toLowerCase() === text.toLowerCase() || id === text)
  return found.length > 1 ? 'ambiguous' : (found[0] ?? 'unknown')
}

/** `30d`, `12h`, `45m`, `10s`; empty means for ever. */
function writeSpan(seconds: number | null): string {
  const { amount, unit } = spanOf(seconds)
  return unit === 'forever' ? '' : `${amount}${unit.slice(0, 1)}`
}

function readSpan(text: string): number | null | undefined {
  if (text === '') return null
  const [, amount = '', letter] = /^(\d+) ?([dhms])$/i.exec(text) ?? []
  const unit = UNITS.find((each): each is Unit => each.startsWith(letter?.toLowerCase() ?? '-'))
  return unit === undefined ? undefined : secondsOf({ amount, unit })
}

function readLimit(name: 'stock' | 'maxPerPlayer', text: string): Fields | CellError {
  if (text === '') return { [name]: null }
  return /^-?\d{1,9}$/.test(text) ? { [name]: Number(text) } : 'number'
}

function isVisibility(text: string): text is Manage.Product['visibility'] {
  return ['public', 'unlisted', 'hidden'].includes(text)
}
