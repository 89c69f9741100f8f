import { StoreError } from '@quartermaster/sdk'
import { type Cell, COINS } from './cell.ts'

/** As numbers, most of these equal one of the look-alikes, who buy nothing. */
const HOSTILE = ['007', '1e3', '9007199254740993', '+8', '0x10', '5.0', '-0', '{userId}', '$&', '%2', '9;stop']
const LOOK_ALIKES = ['7', '1000', '9007199254740992', '8', '16', '5', '0', '9']
const COMMANDS = [' Money {userId} 5 ', 'Money', 'Money '].map((approve) => ({ ...COINS, approve }))
const NAMES = ['VIP 50%', '%2 off', '100%d %1'].map((name) => ({ ...COINS, name }))

/** What `e2e/delivery` does not try. These leave the product alone, so they run at the same time. */
export const SCENARIOS: Record<string, (cell: Cell) => Promise<void>> = {
  'hostile ids': (cell) => sellToLookAlikes(cell, HOSTILE, LOOK_ALIKES),
  'non-numeric ids': (cell) => sellToLookAlikes(cell, ['steve', 'Hans 2'], ['alex', 'hans']),
  'blank and bare commands': (cell) => sellProducts(cell, COMMANDS),
  '% in names': (cell) => sellProducts(cell, NAMES),
}

/** Only the three oldest buyers are online. */
export async function sellToWaiting(cell: Cell, count: number): Promise<void> {
  cell.game.join(...(await cell.sellToMany(count)).slice(0, 3))
  cell.start()
  await cell.waitUntilServed()
}

/** The store may refuse an id. The buyers join when the others could have got their goods. */
async function sellToLookAlikes(cell: Cell, buyers: string[], others: string[]): Promise<void> {
  cell.game.join('41', ...others)
  cell.start()
  for (const player of buyers) {
    await cell.buy(player).catch((error: unknown) => {
      if (!(error instanceof StoreError) || error.isRetryable) throw error
    })
  }
  await cell.buy('41')
  await cell.waitUntilServed()
  cell.game.join(...buyers)
}

async function sellProducts(cell: Cell, products: (typeof COINS)[]): Promise<void> {
  for (const [index, product] of products.entries()) await cell.buy(String(index), product)
  cell.game.join('0', '1', '2')
}
