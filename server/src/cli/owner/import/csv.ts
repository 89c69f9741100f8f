import { AppError } from '../../../errors.ts'

const MAX_ROWS = 1_000_000
const MAX_CELL = 100_000

/** The rows of a CSV file by their titles in the first line. Cells in quotes can contain commas, quotes and line breaks. */
export function parseCsv(text: string, name: string): Record<string, string>[] {
  const [titles, ...rows] = parseRows(text.replace(/^\uFEFF/, ''), name)
  if (!titles) return []
  const names = titles.map((title) => title.trim().toLowerCase())
  return rows.map((cells) => Object.fromEntries(names.map((title, i) => [title, readCell(cells[i] ?? '')])))
}

function parseRows(text: string, name: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const cell = text[at] === '"' ? readQuoted(text, at, name) : readPlain(text, at)
    if (cell.value.length > MAX_CELL) throw new AppError('invalid_request', `${name} has a cell that is too long.`)
    row.push(cell.value)
    at = cell.end
    if (text[at] === ',') {
      at++
      if (at < text.length) continue
      row.push('')
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    if (row.some((value) => value !== '')) rows.push(row)
    if (rows.length > MAX_ROWS) throw new AppError('invalid_request', `${name} has more than ${MAX_ROWS} rows.`)
    row = []
  }
  return rows
}

function readPlain(text: string, start: number): { value: string; end: number } {
  let end = start
  while (end < text.length && !',\r\n'.includes(text.charAt(end))) end++
  return { value: text.slice(start, end), end }
}

function readQuoted(text: string, start: number, name: string): { value: string; end: number } {
  let end = start + 1
  for (;;) {
    end = text.indexOf('"', end)
    if (end === -1)
      throw new AppError('invalid_request', `${name} has a quote without an end. Close it, and try again.`)
    if (text[end + 1] !== '"') break
    end += 2
  }
  const value = text.slice(start + 1, end).replaceAll('""', '"')
  const next = text.charAt(end + 1)
  if (next !== '' && !',\r\n'.includes(next))
    throw new AppError('invalid_request', `${name} has text behind a quote. Put a comma between them.`)
  return { value, end: end + 1 }
}

/** Spreadsheets run a cell that begins like this as a formula. A quote before it says that it is text. */
const FORMULA = /^[=+\-@\t\r]/

function readCell(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
}

export function writeCsv(rows: string[][]): string {
  const write = (cell: string) => `"${(FORMULA.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`
  return rows.map((row) => `${row.map(write).join(',')}\r\n`).join('')
}
