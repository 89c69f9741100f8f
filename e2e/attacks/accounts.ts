import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '../kit/query.ts'
import { type Attack, refused, type Target } from './attack.ts'
import { RECOVERY_ATTACKS } from './recovery.ts'

const MANAGE = '/api/manage/1.0'
const EVIL = { approve: ['op thief'], refund: [], expire: [] }

/** Attacks by thieves of sessions and tokens, and by strangers who sign up or guess. */
export const ATTACKS: Attack[] = [
  withOldSession('run a command on the console with an old session', ({ manage, storeId }) =>
    manage.createProduct({ storeId, name: 'VIP', priceMinor: 1, commands: EVIL }),
  ),
  withOldSession('create a server key with an old session', ({ manage, storeId, serverId }) =>
    manage.createServerKey({ storeId, serverId }),
  ),
  withOldSession('read all events with an old session', ({ manage, storeId }) =>
    manage.createWebhook({ storeId, url: 'https://93.184.216.34/' }),
  ),
  withOldSession('give goods away with an old session', ({ manage, storeId, productId }) =>
    manage.createManualSale({ storeId, gameUserId: 'thief', items: [{ productId }] }),
  ),
  {
    name: 'run a command on the console with a token for names and prices',
    async run({ createOwner, createStore }) {
      const owner = await createOwner()
      const { storeId, addProduct } = await createStore(owner)
      const productId = await addProduct()
      const { token } = await owner.manage.createToken({ storeId, name: 'prices', scopes: ['catalog:write'] })
      const change = owner.connect(token).updateProduct({ storeId, productId, commands: EVIL }, { ifMatch: '*' })
      return refused(change, /^forbidden:/, 'the token changed the commands')
    },
  },
  {
    name: 'use a forgotten token for ever',
    async run({ createOwner, createStore }) {
      const owner = await createOwner()
      const { storeId } = await createStore(owner)
      await owner.manage.createToken({ storeId, name: 'forgotten', scopes: ['store:read'] })
      const { items } = await owner.manage.listTokens({ storeId })
      return items.some(({ expiresAt }) => expiresAt === null) ? 'a new token does not expire' : undefined
    },
  },
  {
    name: 'fill the platform with stores',
    async run({ createOwner }) {
      const { manage } = await createOwner()
      const create = () => manage.createStore({ name: 'Spam', url: 'spam.example', currency: 'EUR' })
      let created = 0
      while (created < 60 && (await refused(create(), /^quota_exceeded:/, 'created')) !== undefined) created++
      return created === 60 ? 'one account created 60 stores' : undefined
    },
  },
  {
    name: 'send mails to strangers by signing up',
    async run({ send, databaseUrl, random }) {
      const email = `victim-${random.integer(0, 2 ** 31)}@vale.example`
      const status = await post({ send }, '/account/sign-up', { email })
      if (status !== 202) throw new Error(`the server answered ${status}`)
      const { length } = await query(databaseUrl, 'select id from mails where recipient = $1', [email])
      return length > 0 ? 'the stranger gets a mail' : undefined
    },
  },
  {
    name: 'keep an owner at a new place out with the networks of a /48',
    async run(target) {
      const { email, password } = await target.createOwner()
      const over = new AbortController()
      const attack = async () => {
        for (let i = 0; !over.signal.aborted; i++) {
          const from = `2001:db8:66:${(i % 65_536).toString(16)}::1`
          await post(target, '/account/sign-in', { email, password: 'a wrong password' }, from)
        }
      }
      const attacking = attack()
      let isIn = false
      for (let i = 1; i <= 10 && !isIn; i++) {
        await sleep(1_000)
        const status = await post(target, '/account/sign-in', { email, password }, `192.0.2.${i}`)
        if (status !== 200 && status !== 429) throw new Error(`the server answered ${status}`)
        isIn = status === 200
      }
      over.abort()
      await attacking
      return isIn ? undefined : 'the owner could not sign in, 10 of 10 tries'
    },
  },
  {
    name: 'guess the password 1234567890',
    async run({ runCommand, random }) {
      const email = `weak-${random.integer(0, 2 ** 31)}@vale.example`
      const command = ['account', 'create', '--email', email, '--name', 'Weak']
      const creation = runCommand(command, { input: '1234567890\n' })
      return refused(creation, /^invalid_request: .*password/i, 'the password is accepted')
    },
  },
  ...RECOVERY_ATTACKS,
]

const OLD_SESSION = /^reauthentication_required:/

type Stolen = Awaited<ReturnType<typeof steal>>

function withOldSession(name: string, act: (stolen: Stolen) => Promise<unknown>): Attack {
  return { name, run: async (target) => refused(act(await steal(target)), OLD_SESSION, 'the request was accepted') }
}

/** The session of an owner who proved who they are a month ago. */
async function steal({ createOwner, createStore, databaseUrl }: Target) {
  const owner = await createOwner()
  const { manage, email } = owner
  const { storeId, servers, addProduct } = await createStore(owner)
  const productId = await addProduct()
  await query(
    databaseUrl,
    `update account_sessions set authenticated_at = now() - interval '30 days'
     where account_id = (select id from accounts where email = $1)`,
    [email],
  )
  return { manage, storeId, productId, serverId: servers[0]?.id ?? '' }
}

async function post({ send }: Pick<Target, 'send'>, path: string, body: object, from = '192.0.2.1'): Promise<number> {
  const headers = { 'content-type': 'application/json' }
  return (await send(MANAGE + path, { method: 'POST', headers, body: JSON.stringify(body), from })).status
}
