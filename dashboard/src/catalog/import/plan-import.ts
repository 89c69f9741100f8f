import type { Manage } from '@quartermaster/sdk'
import type { Body } from '../editor/body-of.ts'
import { COMMAND_HEADS, type CellError, type Context, csvColumns, type ImportColumn } from './csv-columns.ts'
import { type CsvRow, parseCsv } from './parse-csv.ts'

type RowError = CellError | 'noSuchId' | 'sameId'
export type PlannedRow = {
  line: number
  name: string
  kind: 'create' | 'change' | 'same' | 'refuse'
  errors: { column: string; code: RowError; value: string }[]
  /** As the file writes them. */
  changes: { column: string; from: string; to: string }[]
  product?: Manage.Product
  body: Body
  archive?: boolean
}
export type ImportPlan = { rows: PlannedRow[]; unknownColumns: string[] }

/** What an import would do, line by line. Nothing happens yet. */
export function planImport(text: string, products: Manage.Product[], context: Context): ImportPlan {
  const [first, ...rest] = parseCsv(text)
  const heads = (first?.cells ?? []).map((head) => head.trim().toLowerCase())
  const columns = csvColumns(context)
  const known = new Map(products.map((product) => [product.id, product]))
  const seen = new Set<string>()
  const rows = rest.map((row) => {
    const cells = cellsOf(heads, row)
    const id = cells.get('id') ?? ''
    const planned = planRow({ row, cells, columns, context, product: known.get(id) })
    if (id !== '' && !known.has(id)) refuse(planned, 'id', 'noSuchId', id)
    if (id !== '' && seen.has(id)) refuse(planned, 'id', 'sameId', id)
    seen.add(id)
    return planned
  })
  const names = new Set(columns.map(({ head }) => head))
  return { rows, unknownColumns: heads.filter((head) => head !== '' && !names.has(head)) }
}

function cellsOf(heads: string[], { cells }: CsvRow): Map<string, string> {
  return new Map(heads.flatMap((head, index) => (head === '' ? [] : [[head, (cells[index] ?? '').trim()]])))
}

type Row = {
  row: CsvRow
  cells: Map<string, string>
  columns: ImportColumn[]
  context: Context
  product: Manage.Product | undefined
}

function planRow({ row, cells, columns, context, product }: Row): PlannedRow {
  const planned: PlannedRow = {
    line: row.line,
    name: cells.get('name') || product?.name || '',
    kind: product ? 'same' : 'create',
    errors: [],
    changes: [],
    body: {},
    ...(product && { product }),
  }
  for (const { head, csv, read } of columns) {
    const to = cells.get(head)
    const from = product ? csv(product) : ''
    if (to === undefined || !read || (product && to === normal(from))) continue
    const isPriceOfVariants = product && product.variants.length > 0 && (head === 'price' || head === 'lasts')
    const result = isPriceOfVariants ? 'variants' : read(to, context)
    if (typeof result === 'string') refuse(planned, head, result, to)
    else {
      const { isArchived, ...body } = result
      Object.assign(planned.body, body)
      if (isArchived !== undefined && (product || isArchived)) planned.archive = isArchived
      if (product && Object.keys(result).length > 0) planned.changes.push({ column: head, from, to })
    }
  }
  readCommands(planned, cells)
  if (!product) requireCells(planned, cells)
  if (product && planned.kind === 'same' && planned.changes.length > 0) planned.kind = 'change'
  return planned
}

function readCommands(planned: PlannedRow, cells: Map<string, string>): void {
  const { product } = planned
  const stages = ['approve', 'refund', 'expire'] as const
  const old = product?.commands ?? { approve: [], refund: [], expire: [] }
  const entries = stages.map((stage, index) => {
    const text = cells.get(COMMAND_HEADS[index] ?? '')
    const lines = text
      ?.split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
    return [stage, lines ?? old[stage]] as const
  })
  const commands = { approve: [], refund: [], expire: [], ...Object.fromEntries(entries) } as Manage.Product['commands']
  if (commands.approve.length === 0) return refuse(planned, 'on_purchase', 'required', '')
  for (const [index, stage] of stages.entries()) {
    const [from, to] = [old[stage].join('\n'), commands[stage].join('\n')]
    if (product && from !== to) planned.changes.push({ column: COMMAND_HEADS[index] ?? '', from, to })
  }
  if (JSON.stringify(commands) !== JSON.stringify(old)) planned.body.commands = commands
}

function requireCells(planned: PlannedRow, cells: Map<string, string>): void {
  for (const head of ['name', 'price']) if (!cells.has(head)) refuse(planned, head, 'required', '')
}

function refuse(planned: PlannedRow, column: string, code: RowError, value: string): void {
  planned.kind = 'refuse'
  planned.errors.push({ column, code, value })
}

/** A cell is compared without blanks around it and with the line ends of its program. */
function normal(text: string): string {
  return text.trim().replaceAll('\r\n', '\n')
}
