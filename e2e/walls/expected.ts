import { ACCOUNTS } from './expected/accounts.ts'
import { CATALOG } from './expected/catalog.ts'
import type { Table } from './expected/expectation.ts'
import { MEMBERS } from './expected/members.ts'
import { MONEY } from './expected/money.ts'
import { PLAYERS } from './expected/players.ts'
import { PURCHASES } from './expected/purchases.ts'
import { STORES } from './expected/stores.ts'

/** The permitted callers of every operation. Written by hand, because the product is compared with it. */
export const EXPECTED: Table = { ...ACCOUNTS, ...STORES, ...MEMBERS, ...CATALOG, ...PURCHASES, ...PLAYERS, ...MONEY }
