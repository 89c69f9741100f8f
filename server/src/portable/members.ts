import { type QueryExecutorProvider, sql } from 'kysely'
import { invitationMail } from '../access/invitation-mail.ts'
import { inviteMember } from '../access/invite-member.ts'
import { ROLES, type Role } from '../access/permissions.ts'
import { addMail } from '../accounts/mail/add-mail.ts'
import type { Tx } from '../db/database.ts'
import type { StoreId } from '../ids.ts'
import type { Sealer } from '../seal.ts'
import { refused } from './manifest.ts'

export type Member = { email: string; role: Role }

/** The staff of a store, and people who are invited. Accounts belong to an installation, so only addresses and roles can leave. */
export async function readMembers(db: QueryExecutorProvider, storeId: StoreId): Promise<Member[]> {
  const { rows } = await sql<Member>`
    select distinct on (email collate "C") email, role from (
      select a.email, m.role, 1 as place from store_members m join accounts a on a.id = m.account_id
      where m.store_id = ${storeId} and a.email is not null
      union all
      select email, role, 2 from store_invitations
      where store_id = ${storeId} and accepted_at is null and revoked_at is null and expires_at > now()) found
    order by email collate "C", place`.execute(db)
  return rows
}

type Arrival = { storeId: StoreId; members: Member[]; sealer: Sealer; publicUrl: string }

/** Everybody with an account here becomes a member. Others are invited by e-mail. */
export async function addMembers(
  tx: Tx,
  { storeId, members, sealer, publicUrl }: Arrival,
): Promise<{ members: number; invited: string[] }> {
  const emails = members.map(({ email }) => email)
  const { rows: added } = await sql<{ email: string }>`
    with wanted as (
      select a.id, a.email, w.role from unnest(${emails}::text[], ${members.map(({ role }) => role)}::text[]) as w (email, role)
      join accounts a on a.email = w.email and a.closed_at is null),
    added as (
      insert into store_members (store_id, account_id, role) select ${storeId}, id, role from wanted returning account_id)
    select w.email from wanted w join added on added.account_id = w.id`.execute(tx)
  const known = new Set(added.map(({ email }) => email))
  const strangers = members.filter(({ email }) => !known.has(email))
  for (const { email, role } of strangers) {
    const { token } = await inviteMember(tx, { storeId, email, role, invitedBy: null })
    if (sealer.keyId !== undefined) await addMail(tx, { sealer, mail: invitationMail({ to: email, publicUrl, token }) })
  }
  return { members: known.size, invited: strangers.map(({ email }) => email) }
}

/** Checks the lines of an archive, which anyone can have written. */
export function parseMembers(lines: string[]): Member[] {
  const members = lines.map((line): Member => {
    const { email, role } = (JSON.parse(line) ?? {}) as Record<string, unknown>
    if (typeof email !== 'string' || email.length > 254 || !email.includes('@') || !ROLES.includes(role as Role))
      throw refused('members.jsonl has a line without an e-mail address and a role')
    return { email, role: role as Role }
  })
  if (new Set(members.map(({ email }) => email)).size < members.length)
    throw refused('members.jsonl has an e-mail address twice')
  return members
}
