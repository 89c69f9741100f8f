import { StoreError } from '@quartermaster/sdk'
import { type Cell, COINS, type Trouble } from './cell.ts'

/** As numbers, most of these equal one of the look-alikes, who buy nothing. */
const HOSTILE = ['007', '1e3', '9007199254740993', '+8', '0x10', '5.0', '-0', '{userId}', '$&', '%2', '9;stop']
const LOOK_ALIKES = ['7', '1000', '9007199254740992', '8', '16', '5', '0', '9']
const COMMANDS = [' Money {userId} 5 ', 'Money', 'Money '].map((approve) => ({ ...COINS, approve }))
const NAMES = ['VIP 50%', '%2 off', '100%d %1'].map((name) => ({ ...COINS, name }))

/** What happens to the reports of a scenario. */
export const TROUBLES: Record<string, Trouble> = {
  'kill of the client': 'crash',
  'lost report': 'request',
  'lost answer': 'answer',
}

/** These leave the product alone, so they run at the same time. */
export const SCENARIOS: Record<string, (cell: Cell) => Promise<void>> = {
  'sale online': async (cell) => {
    cell.game.join('42')
    cell.start()
    await cell.buy('42', 3)
  },
  'sale offline': async (cell) => {
    cell.start()
    await cell.waitForDispatch(await cell.buy('42'))
  },
  'refund before hand-out': async (cell) => cell.revoke(await cell.buy('42'), 'refund'),
  'refund after hand-out': (cell) => revokeAfterDispatch(cell, 'refund'),
  'expiry while away': (cell) => revokeAfterDispatch(cell, 'expiry'),
  'kill of the client': (cell) => sellToWaiting(cell, 3),
  'lost report': (cell) => sellToWaiting(cell, 3),
  'lost answer': (cell) => sellToWaiting(cell, 3),
  '30 waiting': (cell) => sellToWaiting(cell, 30),
  '300 waiting': (cell) => sellToWaiting(cell, 300),
  'hostile ids': (cell) => sellToLookAlikes(cell, HOSTILE, LOOK_ALIKES),
  'non-numeric ids': (cell) => sellToLookAlikes(cell, ['steve', 'Hans 2'], ['alex', 'hans']),
  'blank and bare commands': (cell) => sellProducts(cell, COMMANDS),
  '% in names': (cell) => sellProducts(cell, NAMES),
}

async function revokeAfterDispatch(cell: Cell, by: 'refund' | 'expiry'): Promise<void> {
  cell.start()
  const sale = await cell.buy('42', 1, { ...COINS, durationSeconds: by === 'expiry' ? 10 : null })
  await cell.waitForDispatch(sale)
  await cell.revoke(sale, by)
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
  for (const [index, product] of products.entries()) await cell.buy(String(index), 1, product)
  cell.game.join('0', '1', '2')
}
