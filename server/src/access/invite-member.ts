import { sql } from 'kysely'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { type AccountId, type InvitationId, newId, type StoreId } from '../ids.ts'
import { hashSecretToken, newSecretToken } from '../secret-token.ts'
import type { Role } from './permissions.ts'

export const INVITATION_PREFIX = 'qmi_'
const VALID_DAYS = 7
const MAX_OPEN = 50

type NewInvitation = { storeId: StoreId; email: string; role: Role; invitedBy: AccountId | null }

/** Replaces an open invitation to the same address. The token is only sent by e-mail; its hash is stored. */
export async function inviteMember(
  tx: Tx,
  { storeId, email, role, invitedBy }: NewInvitation,
): Promise<{ row: InvitationRow; token: string }> {
  const { rows: stores } = await sql`select id from stores where id = ${storeId} for no key update`.execute(tx)
  if (!stores[0]) throw new AppError('not_found', 'No such store')
  await sql`
    update store_invitations set revoked_at = now()
    where store_id = ${storeId} and email = ${email} and accepted_at is null and revoked_at is null`.execute(tx)
  const { rows: open } = await sql`
    select 1 as one from store_invitations
    where store_id = ${storeId} and accepted_at is null and revoked_at is null and expires_at > now()`.execute(tx)
  if (open.length >= MAX_OPEN)
    throw new AppError('conflict', `A store can have at most ${MAX_OPEN} open invitations. Revoke one first.`)
  const id = newId<InvitationId>()
  const token = newSecretToken(INVITATION_PREFIX)
  await sql`
    insert into store_invitations (store_id, id, email, role, token_hash, invited_by, expires_at)
    values (${storeId}, ${id}, ${email}, ${role}, ${hashSecretToken(token)}, ${invitedBy}, now() + make_interval(days => ${VALID_DAYS}))`.execute(
    tx,
  )
  const row = await invitations(tx, storeId).where('id', '=', id).executeTakeFirstOrThrow()
  return { row, token }
}

type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number]

export async function revokeInvitation(
  tx: Tx,
  { storeId, invitationId }: { storeId: StoreId; invitationId: InvitationId },
): Promise<void> {
  const { rows } = await sql<{ accepted_at: Date | null }>`
    update store_invitations set revoked_at = case when accepted_at is null then coalesce(revoked_at, now()) end
    where store_id = ${storeId} and id = ${invitationId}
    returning accepted_at`.execute(tx)
  if (!rows[0]) throw new AppError('not_found', 'No such invitation')
  if (rows[0].accepted_at !== null)
    throw new AppError('conflict', 'The invitation was already accepted. Remove the member instead.')
}

/** Newest first. */
export async function listInvitations(
  tx: Tx,
  { storeId, limit, after }: { storeId: StoreId; limit: number; after?: InvitationId },
) {
  let query = invitations(tx, storeId)
  if (after !== undefined) query = query.where('id', '<', after)
  return query.orderBy('id', 'desc').limit(limit).execute()
}

function invitations(tx: Tx, storeId: StoreId) {
  return tx
    .selectFrom('store_invitations')
    .select(['id', 'email', 'role', 'created_at', 'expires_at', 'accepted_at', 'revoked_at'])
    .select(sql<boolean>`expires_at <= now()`.as('expired'))
    .where('store_id', '=', storeId)
}
