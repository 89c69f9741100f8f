import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { AccountId } from '../ids.ts'

/** Locks the account before it joins a store, so that it cannot be closed at the same time. */
export async function requireOpenAccount(tx: Tx, accountId: AccountId): Promise<void> {
  const { rows } = await sql<{ is_open: boolean }>`select lock_open_account(${accountId}) as is_open`.execute(tx)
  if (!rows[0]?.is_open) throw new AppError('conflict', 'This account is closed.')
}
