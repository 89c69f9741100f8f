import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { AccountId } from '../ids.ts'

/** Before it joins a store. It is held until the transaction ends, so that closing it finds the store, or this the closing. */
export async function requireOpenAccount(tx: Tx, accountId: AccountId): Promise<void> {
  const { rows } = await sql<{ open: boolean }>`select lock_open_account(${accountId}) as open`.execute(tx)
  if (!rows[0]?.open) throw new AppError('conflict', 'This account is closed.')
}
