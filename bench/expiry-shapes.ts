export const DAY = 86_400
export const FORTY_DAYS = 40 * DAY

/** One way in which a player can hold something, by what was sold. */
type Shape = {
  kind: string
  /** In a hundred of its sort. */
  weight: number
  product: number
  rebuy?: 'independent'
  quantity?: number
  /** Which of the store's servers it was sold for; none: sold before there was one, and taken over by the first. */
  servers: number[]
  /** A purchase before it that fed the same, and where to. */
  earlier?: { servers: number[]; refunded: boolean }
  /** Null: for ever. */
  seconds: number | null
  /** Nothing to run when it ends. */
  quiet?: true
}

const DUE: Shape[] = [
  { kind: 'single', weight: 40, product: 1, servers: [1], seconds: DAY },
  { kind: 'on two servers', weight: 20, product: 2, servers: [1, 2], seconds: DAY },
  { kind: 'three units', weight: 15, product: 3, rebuy: 'independent', quantity: 3, servers: [1], seconds: DAY },
  {
    kind: 'bought again',
    weight: 10,
    product: 1,
    servers: [2],
    earlier: { servers: [1], refunded: false },
    seconds: DAY,
  },
  {
    kind: 'left by a refund',
    weight: 5,
    product: 1,
    servers: [1],
    earlier: { servers: [2], refunded: true },
    seconds: DAY,
  },
  { kind: 'sold without a server', weight: 5, product: 1, servers: [], seconds: DAY },
  { kind: 'quiet', weight: 5, product: 4, servers: [1], seconds: DAY, quiet: true },
]

/** Nothing of this may end: for ever, not yet over, prolonged after it was over, or ended before. */
const BAIT: Shape[] = [
  { kind: 'permanent', weight: 40, product: 5, servers: [1], seconds: null, quiet: true },
  { kind: 'running', weight: 30, product: 1, servers: [1, 2], seconds: FORTY_DAYS },
  {
    kind: 'extended',
    weight: 20,
    product: 1,
    servers: [1],
    earlier: { servers: [1], refunded: false },
    seconds: FORTY_DAYS,
  },
  { kind: 'refunded', weight: 10, product: 1, servers: [1], seconds: DAY },
]

/** A table with a hundred rows of each sort: a number below a hundred draws one by its weight. */
export function shapesTable(): string {
  return `create table bench.shapes (bait boolean, no integer, kind text, product integer, rebuy text, quantity integer,
      servers integer[], earlier integer[], earlier_refunded boolean, seconds bigint, quiet boolean);
    insert into bench.shapes values ${[...rows(DUE, false), ...rows(BAIT, true)].join(', ')}`
}

function rows(shapes: Shape[], bait: boolean): string[] {
  return shapes
    .flatMap((shape) => Array<Shape>(shape.weight).fill(shape))
    .map(
      ({ kind, product, rebuy, quantity, servers, earlier, seconds, quiet }, no) =>
        `(${bait}, ${no}, '${kind}', ${product}, '${rebuy ?? 'extend'}', ${quantity ?? 1}, '{${servers.join()}}',
          ${earlier ? `'{${earlier.servers.join()}}'` : 'null'}, ${earlier?.refunded ?? 'null'}, ${seconds ?? 'null'}, ${quiet ?? false})`,
    )
}
