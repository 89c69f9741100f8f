import { ACCOUNTS } from './expected/accounts.ts'
import { CATALOG } from './expected/catalog.ts'
import { MEMBERS } from './expected/members.ts'
import { MONEY } from './expected/money.ts'
import { PLAYERS } from './expected/players.ts'
import { PURCHASES } from './expected/purchases.ts'
import { STORES } from './expected/stores.ts'
import type { Table } from './expected/expectation.ts'

/** Who may do what, for every operation, written down by hand. What the product says of itself is held against it. */
export const EXPECTED: Table = { ...ACCOUNTS, ...STORES, ...MEMBERS, ...CATALOG, ...PURCHASES, ...PLAYERS, ...MONEY }
