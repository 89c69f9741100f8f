import { createSealer } from '../../server/src/seal.ts'
import { query } from '../kit/query.ts'
import { SECRET_KEYS } from '../kit/start-server.ts'
import { createTestStore } from '../kit/test-store.ts'
import type { Attack, Target } from './attack.ts'

const MANAGE = '/api/manage/1.0'
const NEW_PASSWORD = 'another horse entirely'

/** A thief had a session and the password for ten minutes. The owner still reads the mailbox. */
export const RECOVERY_ATTACKS: Attack[] = [
  {
    name: 'keep a token and a passkey after the owner has reset the password',
    async run(target) {
      const owner = await target.createOwner()
      const { storeId } = await createTestStore(owner)
      const { token } = await owner.manage.createToken({ storeId, name: 'bot', scopes: ['store:read'] })
      await query(
        target.databaseUrl,
        `insert into account_passkeys (id, account_id, credential_id, public_key, sign_count, backed_up, name)
         select gen_random_uuid(), id, sha256(email::bytea), '\\x00', 0, false, 'thief' from accounts where email = $1`,
        [owner.email],
      )
      await post(target, '/account/password-reset', { email: owner.email })
      const reset = { token: await tokenInMail(target, owner.email, 'qml_'), password: NEW_PASSWORD }
      if ((await post(target, '/account/password-reset/confirm', reset)) >= 400) throw new Error('the reset failed')
      const passkeys = await query(
        target.databaseUrl,
        'select from account_passkeys p join accounts a on a.id = p.account_id where a.email = $1',
        [owner.email],
      )
      if (passkeys.length > 0) return 'the passkey still opens the account'
      return stillWorks(owner.connect(token).getStore({ storeId }), 'the token still opens the store')
    },
  },
  {
    name: 'keep an account by changing its address',
    async run(target) {
      const { email, password, manage } = await target.createOwner()
      await changeAddress(target, { manage, email })
      const undo = await tokenInMail(target, email, 'qmu_').catch(() => undefined)
      if (undo === undefined) return 'the old mailbox gets no link that undoes the change'
      await post(target, '/account/undo', { token: undo })
      const status = await post(target, '/account/sign-in', { email, password, sessionType: 'token' })
      return status === 200 ? undefined : 'the owner cannot sign in with the old address'
    },
  },
  {
    name: 'undo a change with a link that was used, or is older than seven days',
    async run(target) {
      const { email, manage } = await target.createOwner()
      const use = async () => post(target, '/account/undo', { token: await tokenInMail(target, email, 'qmu_') })
      await changeAddress(target, { manage, email })
      await query(
        target.databaseUrl,
        "update account_undos set expires_at = expires_at - interval '169 hours' where account_id = (select id from accounts where email = $1)",
        [email],
      )
      if ((await use()) < 400) return 'a link of last week works'
      await query(
        target.databaseUrl,
        "update account_undos set expires_at = now() + interval '1 hour' where account_id = (select id from accounts where email = $1)",
        [email],
      )
      if ((await use()) >= 400) throw new Error('a new link does not work')
      return (await use()) < 400 ? 'a link works twice' : undefined
    },
  },
  {
    name: 'do what needs a proof with a wrong password, or with the proof of another session',
    async run(target) {
      const owner = await target.createOwner()
      const { storeId } = await createTestStore(owner)
      await query(
        target.databaseUrl,
        `update account_sessions set authenticated_at = now() - interval '30 days'
         where account_id = (select id from accounts where email = $1)`,
        [owner.email],
      )
      await owner.manage.reauthenticate({ password: 'a wrong password' }).catch(() => undefined)
      // The owner proves who they are in another session.
      await post(target, '/account/sign-in', { email: owner.email, password: owner.password, sessionType: 'token' })
      const create = owner.manage.createToken({ storeId, name: 'thief', scopes: ['store:read'] })
      return stillWorks(create, 'the old session created a token')
    },
  },
]

type Session = Pick<Awaited<ReturnType<Target['createOwner']>>, 'manage' | 'email'>

/** As a thief, who reads the new mailbox. */
async function changeAddress(target: Target, { manage }: Session): Promise<void> {
  const thief = `thief-${target.random.integer(0, 2 ** 31)}@evil.example`
  await manage.changeEmail({ email: thief })
  const token = await tokenInMail(target, thief, 'qml_')
  const status = await post(target, '/account/email/confirm', { token })
  if (status >= 400) throw new Error(`the new address could not be confirmed: ${status}`)
}

async function stillWorks(work: Promise<unknown>, how: string): Promise<string | undefined> {
  return work.then(
    () => how,
    () => undefined,
  )
}

async function post({ send, random }: Target, path: string, body: object): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  const from = `198.18.${random.integer(0, 255)}.${random.integer(1, 254)}`
  return (await send(MANAGE + path, { method: 'POST', headers, body: JSON.stringify(body), from })).status
}

/** The token of the newest link in the mails to this address. They wait in the database, because there is no mail server. */
async function tokenInMail({ databaseUrl }: Target, to: string, prefix: string): Promise<string> {
  const mails = await query<{ id: string; sealed: Buffer; keyId: string }>(
    databaseUrl,
    'select id, sealed, key_id as "keyId" from mails where recipient = $1 and sealed is not null order by id desc',
    [to],
  )
  const [id = '', key = ''] = SECRET_KEYS.split(':')
  const sealer = createSealer([{ id, key: Buffer.from(key, 'base64') }])
  for (const mail of mails) {
    const [token] = new RegExp(`${prefix}\\w+`).exec(sealer.open(mail, `mail:${mail.id}`)) ?? []
    if (token !== undefined) return token
  }
  throw new Error(`no mail to ${to} has a link ${prefix}…`)
}
