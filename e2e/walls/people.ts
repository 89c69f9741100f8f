import { randomUUID } from 'node:crypto'
import { API_TOKEN_PREFIX } from '../../server/src/access/create-token.ts'
import { INVITATION_PREFIX } from '../../server/src/access/invite-member.ts'
import type { Role } from '../../server/src/access/permissions.ts'
import { createAccount } from '../../server/src/accounts/create-account.ts'
import { SESSION_PREFIX, startSession } from '../../server/src/accounts/sessions/session.ts'
import { inAccounts } from '../../server/src/db/database.ts'
import {
  type AccountId,
  type ApiTokenId,
  type InvitationId,
  newId,
  type SessionId,
  type StoreId,
} from '../../server/src/ids.ts'
import { hashSecretToken, newSecretToken } from '../../server/src/secret-token.ts'
import { type Hands, type Scene, word } from './scene.ts'

export type Person = { accountId: AccountId; sessionId: SessionId; email: string; token: string }

export async function plantPerson({ database }: Pick<Hands, 'database'>, name = 'Ana'): Promise<Person> {
  const email = `${randomUUID()}@vale.example`
  return inAccounts(database.accounts, async (tx) => {
    const accountId = await createAccount(tx, { email, name, passwordHash: null })
    const { sessionId, token } = await startSession(tx, { accountId, address: '127.0.0.1', userAgent: null })
    return { accountId, sessionId, email, token }
  })
}

export async function plantOperator(hands: Hands, { secondFactor }: { secondFactor: boolean }): Promise<Person> {
  const person = await plantPerson(hands)
  await hands.query('update accounts set is_operator = true where id = $1', [person.accountId])
  if (secondFactor) {
    await hands.query(
      `update accounts set totp_sealed = '\\x00', totp_key_id = 't1', totp_confirmed_at = now(), totp_last_step = 0
       where id = $1`,
      [person.accountId],
    )
  }
  return person
}

type Place = Pick<Scene, 'database' | 'query' | 'storeId'>

export async function plantMember(place: Place, role: Role, name?: string): Promise<Person> {
  const person = await plantPerson(place, name)
  await place.query('insert into store_members (store_id, account_id, role) values ($1, $2, $3)', [
    place.storeId,
    person.accountId,
    role,
  ])
  return person
}

export type PlantedToken = { id: ApiTokenId; token: string; storeId: StoreId }

/** Put there by the superuser: a store may have fifty, and more are needed to ask in every way. */
export async function plantToken(
  { query, storeId }: Pick<Scene, 'query' | 'storeId'>,
  { name, scopes }: { name: string; scopes: string[] },
): Promise<PlantedToken> {
  const id = newId<ApiTokenId>()
  const token = newSecretToken(API_TOKEN_PREFIX)
  await query(
    `insert into api_tokens (store_id, id, name, token_hash, hint, scopes) values ($1, $2, $3, $4, '…abcd', $5)`,
    [storeId, id, name, hashSecretToken(token), scopes],
  )
  return { id, token, storeId }
}

/** Many at once, by their names: they are needed for every operation. */
export async function plantPeople(
  { query }: Pick<Hands, 'query'>,
  names: readonly string[],
): Promise<Map<string, Person>> {
  const people = names.map((name): [string, Person] => [
    name,
    {
      accountId: newId<AccountId>(),
      sessionId: newId<SessionId>(),
      email: `${randomUUID()}@vale.example`,
      token: newSecretToken(SESSION_PREFIX),
    },
  ])
  const all = people.map(([, person]) => person)
  await query(
    `insert into accounts (id, email, name) select id, email, 'Ana' from unnest($1::uuid[], $2::text[]) as t (id, email)`,
    [all.map(({ accountId }) => accountId), all.map(({ email }) => email)],
  )
  await query(
    `insert into account_sessions (id, account_id, token_hash, expires_at)
     select id, account_id, hash, now() + interval '1 day' from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as t (id, account_id, hash)`,
    [
      all.map(({ sessionId }) => sessionId),
      all.map(({ accountId }) => accountId),
      all.map(({ token }) => hashSecretToken(token)),
    ],
  )
  return new Map(people)
}

type NewMember = { storeId: StoreId; accountId: AccountId; role: string }

export async function plantMembers({ query }: Pick<Hands, 'query'>, members: NewMember[]): Promise<void> {
  await query(
    `insert into store_members (store_id, account_id, role) select * from unnest($1::uuid[], $2::uuid[], $3::text[])`,
    [members.map(({ storeId }) => storeId), members.map(({ accountId }) => accountId), members.map(({ role }) => role)],
  )
}

type NewToken = { name: string; storeId: StoreId; scopes: string[]; by?: AccountId }

export async function plantTokens(
  { query }: Pick<Hands, 'query'>,
  tokens: NewToken[],
): Promise<Map<string, PlantedToken>> {
  const made = tokens.map((token) => ({ ...token, id: newId<ApiTokenId>(), token: newSecretToken(API_TOKEN_PREFIX) }))
  await query(
    `insert into api_tokens (store_id, id, name, token_hash, hint, scopes, created_by)
     select store_id, id, name, hash, '…abcd', string_to_array(scopes, ' '), by
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bytea[], $5::text[], $6::uuid[]) as t (store_id, id, name, hash, scopes, by)`,
    [
      made.map(({ storeId }) => storeId),
      made.map(({ id }) => id),
      made.map(({ name }) => name),
      made.map(({ token }) => hashSecretToken(token)),
      made.map(({ scopes }) => scopes.join(' ')),
      made.map(({ by }) => by ?? null),
    ],
  )
  return new Map(made.map(({ name, id, token, storeId }) => [name, { id, token, storeId }]))
}

export async function plantInvitation(
  scene: Scene,
  email = `${word(scene)}@vale.example`,
): Promise<{ id: InvitationId; token: string }> {
  const id = newId<InvitationId>()
  const token = newSecretToken(INVITATION_PREFIX)
  await scene.query(
    `insert into store_invitations (store_id, id, email, role, token_hash, expires_at)
     values ($1, $2, $3, 'viewer', $4, now() + interval '1 day')`,
    [scene.storeId, id, email, hashSecretToken(token)],
  )
  return { id, token }
}
