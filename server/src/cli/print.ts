import { decimalsOf, toDecimal } from '../money.ts'

/** The output of a command: the JSON of the API with --json, otherwise text for people. */
export type Output = { json: object; text: string }

export function print({ json, text }: Output, asJson: boolean | undefined): void {
  console.log(asJson === true ? JSON.stringify(json) : text)
}

/** The title of each column, and the text of its cells. */
export type Columns<Row> = Record<string, (row: Row) => string | number | null>

/** The output of a list. */
export function listOutput<Item>(items: Item[], columns: Columns<Item>, emptyText: string): Output {
  return { json: { items }, text: items.length === 0 ? emptyText : formatTable(items, columns) }
}

export function formatTable<Row>(rows: Row[], columns: Columns<Row>): string {
  const titles = Object.keys(columns)
  const cells = rows.map((row) => Object.values(columns).map((read) => String(read(row) ?? '-')))
  const widths = titles.map((title, i) => Math.max(title.length, ...cells.map((row) => row[i]?.length ?? 0)))
  const formatRow = (row: string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd()
  return [titles, widths.map((width) => '-'.repeat(width)), ...cells].map(formatRow).join('\n')
}

/** `2027-01-31 00:00:00 UTC` for a timestamp of the API. */
export function formatTime(timestamp: string | null): string {
  return timestamp === null ? '-' : timestamp.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC')
}

/** `19.90 BRL`. */
export function formatAmount(minor: number, currency: string): string {
  return `${toDecimal(minor, currency).toFixed(decimalsOf(currency))} ${currency}`
}

const UNITS = { day: 86_400, hour: 3_600, minute: 60, second: 1 }

/** `30 days`, in the largest unit without a remainder. */
export function formatDuration(seconds: number): string {
  const [unit, length] = Object.entries(UNITS).find(([, each]) => seconds % each === 0) ?? ['second', 1]
  const count = seconds / length
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
