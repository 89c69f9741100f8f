import { sql } from 'kysely'
import type { AccountsDb, Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { AccountId, InvitationId, StoreId } from '../ids.ts'
import { hashSecretToken, isSecretToken } from '../secret-token.ts'
import { INVITATION_PREFIX } from './invite-member.ts'
import { permissionsOf, type Role, ROLES } from './permissions.ts'
import { requireOpenAccount } from './require-open-account.ts'

const INVITERS = ROLES.filter((role) => permissionsOf(role).includes('members:write'))

export type FoundInvitation = { storeId: StoreId; invitationId: InvitationId }

/** Which invitation a token belongs to; it is looked at again where it is accepted. */
export async function findInvitation(db: AccountsDb, token: string): Promise<FoundInvitation> {
  const { rows } = isSecretToken(INVITATION_PREFIX, token)
    ? await sql<FoundInvitation>`
        select store_id as "storeId", id as "invitationId" from store_invitations
        where token_hash = ${hashSecretToken(token)}`.execute(db)
    : { rows: [] }
  if (!rows[0]) throw noSuchInvitation()
  return rows[0]
}

/**
 * The account that the invitation was sent to becomes a member. Accepting again is a quiet success; a member who is
 * more already stays what he is. An invitation ends with the office of who sent it: else whoever was taken out would come
 * back by one that he sent to himself.
 */
export async function acceptInvitation(
  tx: Tx,
  { storeId, invitationId, accountId, email }: FoundInvitation & { accountId: AccountId; email: string },
): Promise<Role> {
  const { rows } = await sql<{ email: string; role: Role; accepted: boolean; open: boolean }>`
    select email, role, accepted_at is not null as accepted, revoked_at is null and expires_at > now() and (
      invited_by is null or exists (
        select from store_members m
        where m.store_id = i.store_id and m.account_id = i.invited_by and m.role = any(${INVITERS}))) as open
    from store_invitations i where store_id = ${storeId} and id = ${invitationId} for update`.execute(tx)
  const [invitation] = rows
  // Who has read the mail of somebody else learns nothing more than who has made the token up.
  if (!invitation || invitation.email !== email || !(invitation.accepted || invitation.open)) throw noSuchInvitation()
  const { rows: members } = await sql<{ role: Role }>`
    select role from store_members where store_id = ${storeId} and account_id = ${accountId} for update`.execute(tx)
  if (invitation.accepted) {
    if (!members[0]) throw noSuchInvitation()
    return members[0].role
  }
  await requireOpenAccount(tx, accountId)
  const before = members[0]?.role
  const role = before && ROLES.indexOf(before) < ROLES.indexOf(invitation.role) ? before : invitation.role
  await sql`
    insert into store_members (store_id, account_id, role) values (${storeId}, ${accountId}, ${role})
    on conflict (store_id, account_id) do update set role = ${role}`.execute(tx)
  await sql`
    update store_invitations set accepted_at = now() where store_id = ${storeId} and id = ${invitationId}`.execute(tx)
  return role
}

function noSuchInvitation(): AppError {
  return new AppError('not_found', 'This invitation does not exist, is over, or was sent to another address')
}
