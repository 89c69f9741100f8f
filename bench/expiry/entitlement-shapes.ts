export const DAY = 86_400
export const FORTY_DAYS = 40 * DAY

/** One way in which a player can own a product. */
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
  earlierRefunded?: true
  /** Null if it never ends. */
  seconds: number | null
  /** The product has no commands on expiry. */
  withoutCommands?: true
}

const DUE: Shape[] = [
  { kind: 'single', weight: 40, product: 1, servers: [1], seconds: DAY },
  { kind: 'on two servers', weight: 20, product: 2, servers: [1, 2], seconds: DAY },
  { kind: 'three units', weight: 15, product: 3, rebuy: 'independent', quantity: 3, servers: [1], seconds: DAY },
  { kind: 'bought again', weight: 10, product: 1, servers: [2], earlier: [1], seconds: DAY },
  { kind: 'one refunded', weight: 5, product: 1, servers: [1], earlier: [2], earlierRefunded: true, seconds: DAY },
  { kind: 'sold without a server', weight: 5, product: 1, servers: [], seconds: DAY },
  { kind: 'without commands', weight: 5, product: 4, servers: [1], seconds: DAY, withoutCommands: true },
]

/** None of these may expire. */
const NOT_DUE: Shape[] = [
  { kind: 'permanent', weight: 40, product: 5, servers: [1], seconds: null, withoutCommands: true },
  { kind: 'running', weight: 30, product: 1, servers: [1, 2], seconds: FORTY_DAYS },
  { kind: 'extended', weight: 20, product: 1, servers: [1], earlier: [1], seconds: FORTY_DAYS },
  { kind: 'refunded', weight: 10, product: 1, servers: [1], seconds: DAY },
]

/** A table with 100 rows for the entitlements that are due, and 100 for the others. A random number selects one of them. */
export function createShapes(): string {
  return `create table bench.shapes (is_due boolean, no integer, kind text, product integer, rebuy text, quantity integer,
      servers integer[], earlier integer[], earlier_refunded boolean, seconds bigint, without_commands boolean);
    insert into bench.shapes values ${[...toRows(DUE, true), ...toRows(NOT_DUE, false)].join(', ')}`
}

function toRows(shapes: Shape[], isDue: boolean): string[] {
  const rows = shapes.flatMap((shape) => Array<Shape>(shape.weight).fill(shape))
  return rows.map(({ kind, product, rebuy = 'extend', quantity = 1, servers, earlier, seconds, ...flags }, no) => {
    const { earlierRefunded = false, withoutCommands = false } = flags
    return `(${isDue}, ${no}, '${kind}', ${product}, '${rebuy}', ${quantity}, '{${servers.join()}}',
      ${earlier ? `'{${earlier.join()}}'` : 'null'}, ${earlierRefunded}, ${seconds ?? 'null'}, ${withoutCommands})`
  })
}
