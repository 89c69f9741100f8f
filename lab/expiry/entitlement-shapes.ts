export const DAY = 86_400
export const FORTY_DAYS = 40 * DAY

/** One way in which a player can own a product. The names are those of the columns. */
type Shape = {
  kind: string
  /** How many of 100 entitlements have this shape. */
  weight: number
  product: number
  rebuy?: 'independent'
  quantity?: number
  /** The servers it was sold for. Empty if it was sold before the store had a server; then the first one gets it. */
  servers: number[]
  /** The servers of an earlier purchase that contributed to the same entitlement. */
  earlier?: number[]
  earlier_refunded?: true
  /** Null if it never ends. */
  seconds: number | null
  /** The product has no commands on expiry. */
  without_commands?: true
}

const DEFAULTS = { rebuy: 'extend', quantity: 1, earlier_refunded: false, without_commands: false }

const DUE: Shape[] = [
  { kind: 'single', weight: 40, product: 1, servers: [1], seconds: DAY },
  { kind: 'on two servers', weight: 20, product: 2, servers: [1, 2], seconds: DAY },
  { kind: 'three units', weight: 15, product: 3, rebuy: 'independent', quantity: 3, servers: [1], seconds: DAY },
  { kind: 'bought again', weight: 10, product: 1, servers: [2], earlier: [1], seconds: DAY },
  { kind: 'one refunded', weight: 5, product: 1, servers: [1], earlier: [2], earlier_refunded: true, seconds: DAY },
  { kind: 'sold without a server', weight: 5, product: 1, servers: [], seconds: DAY },
  { kind: 'without commands', weight: 5, product: 4, servers: [1], seconds: DAY, without_commands: true },
]

/** None of these may expire. */
const NOT_DUE: Shape[] = [
  { kind: 'permanent', weight: 40, product: 5, servers: [1], seconds: null, without_commands: true },
  { kind: 'running', weight: 30, product: 1, servers: [1, 2], seconds: FORTY_DAYS },
  { kind: 'extended', weight: 20, product: 1, servers: [1], earlier: [1], seconds: FORTY_DAYS },
  { kind: 'refunded', weight: 10, product: 1, servers: [1], seconds: DAY },
]

/** A table with 100 rows for the entitlements that are due, and 100 for the others. A random number selects one of them. */
export function createShapes(): string {
  const rows = [...toRows(DUE, true), ...toRows(NOT_DUE, false)]
  return `create table bench.shapes as select * from json_to_recordset('${JSON.stringify(rows)}') as shape(
    is_due boolean, no integer, kind text, product integer, rebuy text, quantity integer, servers integer[],
    earlier integer[], earlier_refunded boolean, seconds bigint, without_commands boolean)`
}

function toRows(shapes: Shape[], isDue: boolean): object[] {
  const rows = shapes.flatMap((shape) => Array<Shape>(shape.weight).fill(shape))
  return rows.map((shape, no) => ({ ...DEFAULTS, ...shape, is_due: isDue, no }))
}
