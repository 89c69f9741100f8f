import { createManageClient } from '@quartermaster/sdk'
import type { World } from './world.ts'

export type Fault = {
  name: string
  /** The alerts that it raises, and no others. */
  raises: string[]
  break: () => Promise<unknown>
  heal: () => Promise<unknown>
}

const NOTHING = async () => undefined
const EVENTS = 12

/** Everything that can break and raise an alert. Times are moved in the database, because no one waits for a quarter of an hour. */
export function createFaults(world: World): Fault[] {
  const { query, store, url, productId, stripe } = world
  const { storeId } = store
  const [waiting, stuck, ...others] = world.seen as [Server, Server, ...Server[]]
  const see = (servers: Server[], ago = '0') =>
    query(`update game_servers set last_seen_at = now() - $2::interval where type_id('srv', id) = any($1)`, [
      servers.map(({ id }) => id),
      ago,
    ])
  const sellTo = async ({ id }: Server, gameUserId: string) => {
    const product = await store.addProduct({ name: gameUserId, serverIds: [id] })
    await store.sell({ items: [{ productId: product, quantity: 1 }], gameUserId })
  }
  const callback = (path: string) => fetch(`${url}/api/payments/1.0/${path}`, { method: 'POST', body: '{}' })
  const many = <T>(work: (i: number) => Promise<T>) => Promise.all(Array.from({ length: EVENTS }, (_, i) => work(i)))
  let release: () => Promise<unknown> = NOTHING

  return [
    {
      name: 'a game server with deliveries is silent',
      raises: ['QuartermasterServersSilent'],
      break: async () => {
        await sellTo(waiting, 'silent')
        await see([waiting], '11 minutes')
      },
      heal: () => see([waiting]),
    },
    {
      name: 'most game servers stop calling',
      raises: ['QuartermasterServersLost'],
      break: () => see(others, '11 minutes'),
      heal: () => see(others),
    },
    {
      name: 'a game server does not report a delivery',
      raises: ['QuartermasterDeliveriesWaiting'],
      break: async () => {
        await sellTo(stuck, 'stuck')
        await query(
          `update pending_deliveries set created_at = now() - interval '20 minutes', requires_online = false where game_user_id = 'stuck'`,
        )
      },
      heal: () => query(`delete from pending_deliveries where game_user_id = 'stuck'`),
    },
    {
      name: 'the console of a game server crashes in many deliveries',
      raises: ['QuartermasterDeadLetters'],
      break: async () => {
        for (let i = 0; i < EVENTS; i++) await sellTo(stuck, `uncertain ${i}`)
        const online = Array.from({ length: EVENTS }, (_, i) => `uncertain ${i}`)
        const polled = await world.calls(stuck.key, '/api/games/2.0/poll', { online })
        const { commands } = (await polled.json()) as { commands: { id: string; attempt: number }[] }
        const outcomes = commands.map(({ id, attempt }) => ({
          id,
          attempt,
          outcome: 'in_doubt',
          done: 0,
          reason: 'crash',
        }))
        const { status } = await world.calls(stuck.key, '/api/games/2.0/report', { outcomes })
        if (status !== 200) throw new Error(`the report of the crashes was answered with ${status}`)
      },
      heal: NOTHING,
    },
    {
      name: 'callbacks with a wrong signature',
      raises: ['QuartermasterCallbacksRefused'],
      break: () => many(() => callback(`stripe/${storeId}`)),
      heal: NOTHING,
    },
    {
      name: 'the payment provider does not answer',
      raises: ['QuartermasterProviderUnavailable'],
      break: async () => {
        stripe.behave({ failWith: 503 })
        // Without retries, these requests stay a small part of all, so they do not raise the alert about errors.
        const buyer = createManageClient({ url, token: world.owner.token, retries: 0 })
        const open = (i: number) =>
          buyer.openCheckout({
            storeId,
            gameUserId: `buyer ${i}`,
            items: [{ productId, quantity: 1 }],
            reference: `unavailable ${i}`,
            provider: 'stripe',
          })
        await many((i) => open(i).catch(() => undefined))
      },
      heal: async () => stripe.behave({}),
    },
    {
      name: 'a webhook receiver fails',
      raises: ['QuartermasterWebhooksFailing'],
      break: async () => {
        world.receiver.status = 500
        await store.sell({ items: [{ productId, quantity: 1 }], gameUserId: 'webhook' })
      },
      heal: async () => {
        world.receiver.status = 204
        await query('update webhook_endpoints set paused_until = null')
        await query('update webhook_deliveries set next_at = now() where next_at is not null')
      },
    },
    {
      name: 'the mail server is down',
      raises: ['QuartermasterMailsWaiting'],
      break: async () => {
        await world.stopMail()
        await world.owner.manage.requestPasswordReset({ email: world.owner.email })
        await query(`update mails set created_at = now() - interval '20 minutes' where next_at is not null`)
      },
      heal: async () => {
        await world.startMail()
        await query('update mails set next_at = now() where next_at is not null')
      },
    },
    {
      name: 'a forgotten transaction holds up an expiry',
      raises: ['QuartermasterWorkLate'],
      break: async () => {
        const timed = await store.addProduct({ name: 'Pass', durationSeconds: 86_400 })
        await store.sell({ items: [{ productId: timed, quantity: 1 }], gameUserId: 'expiring' })
        const client = await world.connect()
        release = async () => client.query('rollback').finally(() => client.release())
        await client.query('begin')
        // Weak enough for the update below, and too strong for an expiry.
        await client.query(`select from entitlements where game_user_id = 'expiring' for key share`)
        await query(`update entitlements set until = now() - interval '5 minutes' where game_user_id = 'expiring'`)
      },
      heal: () => release(),
    },
    {
      name: 'the database is down',
      raises: ['QuartermasterErrors', 'QuartermasterCallbacksFailed'],
      break: async () => {
        await world.cluster.kill()
        await many(() => callback(`stripe/${storeId}`))
      },
      heal: () => world.cluster.start(),
    },
    {
      name: 'the server is down',
      raises: ['QuartermasterDown'],
      break: world.stopServer,
      heal: () => world.startServer(),
    },
    {
      name: 'nobody does the background work',
      raises: ['QuartermasterBackgroundWorkStopped'],
      break: async () => {
        await world.stopServer()
        await world.startServer({ BACKGROUND_WORK: 'off' })
      },
      heal: async () => {
        await world.stopServer()
        await world.startServer()
      },
    },
  ]
}

type Server = World['seen'][number]
