import type { TestStore } from '../kit/test-store.ts'
import { VERBS } from './check-counts.ts'
import type { GameServer } from './run-games.ts'

type Plan = {
  name: string
  priceMinor: number
  /** Null: for ever, or as long as it is paid for. */
  seconds: number | null
  /** Undefined: it is paid once. */
  billingPeriod?: 'P1W'
  rebuy: 'extend' | 'independent'
  /** How many units there are at the start. Null: unlimited. */
  stock: number | null
  /** Where it is delivered. Undefined if the buyer chooses the server. */
  servers: GameServer[] | undefined
}

export type Product = Plan & { productId: string }

const DEFAULTS: Omit<Plan, 'name' | 'servers'> = { priceMinor: 500, seconds: null, rebuy: 'independent', stock: null }

/** Adds products whose console commands name the player and the product. */
export async function addProducts(
  store: TestStore,
  plans: (Pick<Plan, 'name' | 'servers'> & Partial<Plan>)[],
): Promise<Product[]> {
  const products: Product[] = []
  for (const each of plans) {
    const plan: Plan = { ...DEFAULTS, ...each }
    const { name, priceMinor, seconds, billingPeriod, rebuy, stock, servers } = plan
    const productId = await store.addProduct({
      name,
      priceMinor,
      commands: {
        approve: [`${VERBS.APPROVE} {userId} ${name}`],
        refund: [`${VERBS.REFUND} {userId} ${name}`],
        expire: seconds === null && billingPeriod === undefined ? [] : [`${VERBS.EXPIRE} {userId} ${name}`],
      },
      durationSeconds: seconds,
      ...(billingPeriod && { billingPeriod }),
      rebuy,
      stock,
      // A product without servers is delivered to the default server, which is the first one.
      serverIds: servers !== undefined && servers.length > 1 ? servers.map(({ id }) => id) : [],
      buyerChoosesServer: servers === undefined,
    })
    products.push({ ...plan, productId })
  }
  return products
}
