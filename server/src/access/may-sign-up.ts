import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { AccountsTx } from '../db/database.ts'

/** Whether a person with this address can create an account. With `invite`, an open invitation to a store is needed. */
export function signUpPolicy(mode: Config['signUp']): (tx: AccountsTx, email: string) => Promise<boolean> {
  return async (tx, email) => mode === 'open' || (mode === 'invite' && (await isInvited(tx, email)))
}

async function isInvited(tx: AccountsTx, email: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 as one from store_invitations
    where email = ${email} and accepted_at is null and revoked_at is null and expires_at > now() limit 1`.execute(tx)
  return rows.length > 0
}
