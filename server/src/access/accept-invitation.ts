import { sql } from 'kysely'
import type { AccountsDb, Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'
import type { AccountId, InvitationId, StoreId } from '../ids.ts'
import { hashSecretToken, isSecretToken } from '../secret-token.ts'
import { INVITATION_PREFIX } from './invite-member.ts'
import { permissionsOf, type Role, ROLES } from './permissions.ts'
import { requireRoomForMember } from './require-room-for-member.ts'
import { requireOpenAccount } from './require-open-account.ts'

const ROLES_THAT_INVITE = ROLES.filter((role) => permissionsOf(role).includes('members:write'))

export type FoundInvitation = { storeId: StoreId; invitationId: InvitationId }

/** Finds the invitation of a token. `acceptInvitation` checks whether it is still valid. */
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
 * Makes the account with the invited e-mail address a member. Accepting twice has no further effect, and a member keeps
 * a higher role. An invitation becomes invalid when its sender leaves the store or loses the permission to invite.
 * Otherwise a removed member could return with an invitation to an address of their own.
 */
export async function acceptInvitation(
  tx: Tx,
  { storeId, invitationId, accountId, email }: FoundInvitation & { accountId: AccountId; email: string },
): Promise<Role> {
  const { rows } = await sql<{ email: string; role: Role; accepted: boolean; open: boolean }>`
    select email, role, accepted_at is not null as accepted, revoked_at is null and expires_at > now() and (
      invited_by is null or exists (
        select from store_members m
        where m.store_id = i.store_id and m.account_id = i.invited_by and m.role = any(${ROLES_THAT_INVITE}))) as open
    from store_invitations i where store_id = ${storeId} and id = ${invitationId} for update`.execute(tx)
  const [invitation] = rows
  // The error is the same as for an invented token, so that a stolen mail reveals nothing.
  if (!invitation || invitation.email !== email || !(invitation.accepted || invitation.open)) throw noSuchInvitation()
  const { rows: members } = await sql<{ role: Role }>`
    select role from store_members where store_id = ${storeId} and account_id = ${accountId} for update`.execute(tx)
  if (invitation.accepted) {
    if (!members[0]) throw noSuchInvitation()
    return members[0].role
  }
  await requireOpenAccount(tx, accountId)
  const current = members[0]?.role
  if (current === undefined) await requireRoomForMember(tx, storeId)
  const role = current && ROLES.indexOf(current) < ROLES.indexOf(invitation.role) ? current : invitation.role
  await sql`
    insert into store_members (store_id, account_id, role) values (${storeId}, ${accountId}, ${role})
    on conflict (store_id, account_id) do update set role = ${role}`.execute(tx)
  await sql`
    update store_invitations set accepted_at = now() where store_id = ${storeId} and id = ${invitationId}`.execute(tx)
  return role
}

function noSuchInvitation(): AppError {
  return new AppError(
    'not_found',
    'The invitation does not exist, is no longer valid, or was sent to another e-mail address.',
  )
}
