import Fastify from 'fastify'
import { createManageClient } from '@quartermaster/sdk'
import { expect, test } from 'vitest'
import { COMMAND_LINE } from '../../src/access/member.ts'
import { createInjectingFetch } from '../../src/cli/owner/local-client.ts'
import { readConfig } from '../../src/config/config.ts'
import { openManagement } from '../../src/http/manage/manage-parts.ts'
import { MANAGE, manage } from '../../src/http/manage/routes.ts'
import { formatId, newId, type ParkedId, type StoreId } from '../../src/ids.ts'
import { type CommandLineStore, openCommandLine, TRANSPORTS } from './harness.ts'
import { createClient } from '../games-v2/client.ts'
import { rememberKey, SECRET_KEYS } from '../start-store.ts'

const { platform, newStore, login, runLocally, runRemotely } = await openCommandLine({ SECRET_KEYS })
const { poll, report } = createClient(platform)

test('every command that reads prints the same on this machine and with --remote', async () => {
  const storeId = await platform.createStore({ mode: 'test' })
  const store = formatId('sto', storeId)
  const things = await fillStore(storeId, store)
  const token = await platform.createApiToken(
    storeId,
    ['store:read', 'servers:read', 'catalog:read', 'checkouts:read'].concat(SCOPES),
  )
  await login(token, store)
  // The text is made from the same JSON, so one table is enough.
  for (const line of [...readingCommands(things).map((command) => `${command} --json`), 'delivery list']) {
    const args = [...line.split(' '), '--store', store]
    const [local, remote] = [await runLocally(...args), await runRemotely(...args)]
    expect(remote, line).toEqual(local)
    expect(local, line).toMatchObject({ code: 0, stderr: '' })
    expect(local.stdout.length, line).toBeGreaterThan('{"items":[]}\n'.length)
  }
  const exported = ['player', 'export', '--player', 'steve1', '--store', store]
  const [here, there] = [await runLocally(...exported), await runRemotely(...exported)].map(
    ({ stdout }) => JSON.parse(stdout) as object,
  )
  // Each export is in the audit log, which is a part of the export.
  const changing = { exportedAt: '', auditLog: [] }
  expect({ ...there, ...changing }).toEqual({ ...here, ...changing })
  const [all, own] = [await runLocally('store', 'list', '--json'), await runRemotely('store', 'list', '--json')]
  const { items } = JSON.parse(own.stdout) as { items: { id: string; name: string; plan: string; currency: string }[] }
  const { id, name, plan, currency } = items[0] ?? {}
  expect(JSON.parse(all.stdout)).toMatchObject({ items: [{ id, name, plan, currency }] })
  expect(id).toBe(store)
})

const SCOPES = ['deliveries:read', 'redeliveries:write', 'players:read', 'players:write', 'webhooks:read'].concat([
  'payments:read',
  'members:read',
  'audit:read',
])

type Things = Record<'checkout' | 'endpoint' | 'giftCard' | 'redelivery' | 'product' | 'server', string> & {
  deliveries: string[]
}

function readingCommands({ checkout, deliveries, endpoint, giftCard, redelivery, product, server }: Things): string[] {
  return [
    'server list',
    'category list',
    'picture list',
    'storefront show',
    'storefront list-pages',
    'storefront list-sign-ins',
    'product list',
    'sale list',
    'coupon list',
    'creator list',
    `price --product ${product}:3 --code ana --player steve1`,
    'checkout list',
    'checkout list --limit 1',
    'checkout list --player steve1',
    'checkout list --state refunded',
    `checkout show --checkout ${checkout}`,
    'delivery list',
    'delivery list --state held',
    `delivery list --server ${server}`,
    'delivery list --player steve2',
    ...deliveries.map((delivery) => `delivery show --delivery ${delivery}`),
    'webhook list',
    `webhook history --endpoint ${endpoint}`,
    'redelivery status',
    `redelivery status --redelivery ${redelivery}`,
    'redelivery start --dry-run',
    `redelivery start --dry-run --product ${product}`,
    'redelivery start --dry-run --player alex',
    'redelivery start --dry-run --until 2026-01-01',
    'player list',
    'player list --limit 1',
    'player list --search st',
    'player show --player steve1',
    'gift-card list',
    `gift-card show --card ${giftCard}`,
    'payment list',
    'payment parked',
    'member list',
    'audit list --limit 5',
  ]
}

/** Creates at least one item for each of the commands above. */
async function fillStore(storeId: StoreId, store: string): Promise<Things> {
  const { key, serverId } = await platform.createServer(storeId)
  const productId = await platform.createProduct(storeId)
  await platform.query(
    `insert into discount_codes (store_id, id, kind, code, code_key, name, basis_points, share_basis_points)
     values ($1, gen_random_uuid(), 'coupon', 'SUMMER', 'summer', '', 1000, 0), ($1, gen_random_uuid(), 'creator', 'ANA', 'ana', 'Ana', 500, 1000)`,
    [storeId],
  )
  await platform.query(
    "insert into sales (store_id, id, name, basis_points) values ($1, gen_random_uuid(), 'Winter', 1000)",
    [storeId],
  )
  const sales = []
  for (const player of ['steve1', 'steve2', 'steve3']) sales.push(await platform.sell(storeId, player, [productId]))
  const deliveries = sales.flatMap(({ deliveryIds }) => deliveryIds.map((id) => formatId('cmd', id)))
  await poll(key)
  await report(key, [
    { id: deliveries[0] ?? '', attempt: 1, outcome: 'in_doubt', reason: 'no answer', output: 'half a line' },
    { id: deliveries[1] ?? '', attempt: 1, outcome: 'done', output: 'given' },
  ])
  await platform.addMember(storeId, 'owner')
  await platform.query(
    `insert into parked_payments (store_id, id, provider, reason, subject, facts)
     values ($1, $2, 'stripe', 'amount_mismatch', 'pi_1', '{"paid":{"amountMinor":5,"currency":"BRL"}}')`,
    [storeId, newId<ParkedId>()],
  )
  const json = async (...args: string[]) =>
    JSON.parse((await runLocally(...args, '--store', store, '--json')).stdout) as { id: string; secret: string }
  await json('category', 'create', '--name', 'Ranks')
  await json('storefront', 'save-page', '--slug', 'rules', '--title', 'Rules', '--file', 'README.md')
  await json('picture', 'add', '--file', 'docs/pictures/storefront-checkout-dark.webp')
  await json('payment', 'connect', '--provider', 'sandbox')
  const endpoint = await json('webhook', 'add', '--url', 'https://shop.example/hooks')
  rememberKey(endpoint.secret)
  await json('webhook', 'test', '--endpoint', endpoint.id)
  await platform.query(
    `insert into webhook_attempts (store_id, endpoint_id, sent_at, event_id, status, ms)
     select store_id, endpoint_id, now(), event_id, 500, 7 from webhook_deliveries where store_id = $1`,
    [storeId],
  )
  const giftCard = await json('gift-card', 'issue', '--value', '25.00', '--note', 'a prize')
  const refunded = formatId('chk', sales[2]?.checkoutId ?? newId())
  await json('refund', '--checkout', refunded)
  const redelivery = await json('redelivery', 'start', '--player', 'steve2')
  return {
    checkout: refunded,
    deliveries,
    endpoint: endpoint.id,
    giftCard: giftCard.id,
    redelivery: redelivery.id,
    product: formatId('prd', productId),
    server: formatId('srv', serverId),
  }
}

test('the audit log has the same actions for both transports, and names the command line as the actor', async () => {
  const logs = []
  for (const transport of TRANSPORTS) {
    const opened = await newStore(transport, { mode: 'test' })
    await useWrites(opened)
    logs.push(
      await platform.query<{
        action: string
        actor_kind: string
        actor_id: string
        actor_name: string
        address: string
      }>(
        'select action, actor_kind, actor_id, actor_name, address, request_id from audit_log where store_id = $1 order by at, id',
        [opened.storeId],
      ),
    )
  }
  const [local = [], remote = []] = logs
  expect(local.map(({ action }) => action)).toEqual(remote.map(({ action }) => action))
  expect(local).toHaveLength(35)
  for (const entry of local) {
    expect(entry).toMatchObject({ actor_kind: 'command_line', actor_id: null, actor_name: 'command line' })
    expect(entry).toMatchObject({ address: null, request_id: null })
  }
  for (const entry of remote) expect(entry).toMatchObject({ actor_kind: 'token', actor_name: 'a bot' })
  const known = Object.keys(createManageClient({ url: platform.baseUrl }))
  for (const { action } of local) expect(known).toContain(action)
})

async function useWrites({ storeId, json, text }: CommandLineStore): Promise<void> {
  const created = await json<{ id: string; key: string }>('server create --name lobby')
  rememberKey(created.key)
  const server = `--server ${created.id}`
  rememberKey((await json<{ key: string }>(`server rotate-key ${server}`)).key)
  await text(`server import-key ${server} --key 3f1c9a52-${storeId}`)
  await text(`server revoke-key ${server} --all-but-newest`)
  await text(`server set-default ${server}`)
  await text(`server bind ${server} --address 203.0.113.7`)
  const { id: product } = await json<{ id: string }>('product create --name VIP --price 5 --approve', 'addvip {userId}')
  await text(`product update --product ${product} --price 6`)
  const { id: category } = await json<{ id: string }>('category create --name Ranks')
  await text(`category update --category ${category} --position 2`)
  await text(`category delete --category ${category}`)
  await text('storefront update --close --message Closed')
  await text('storefront save-page --slug rules --title Rules --file README.md')
  await text('storefront delete-page --slug rules')
  const sale = await json<{ id: string; deliveryIds: [string] }>(`sell --player steve --product ${product}`)
  await text(`delivery cancel --delivery ${sale.deliveryIds[0]}`)
  await text(`delivery resend --delivery ${sale.deliveryIds[0]}`)
  await text(`refund --checkout ${sale.id}`)
  const endpoint = await json<{ id: string; secret: string }>('webhook add --url https://shop.example/hooks')
  rememberKey(endpoint.secret)
  const on = `--endpoint ${endpoint.id}`
  const { eventId } = await json<{ eventId: string }>(`webhook test ${on}`)
  await text(`webhook resend ${on} --event ${eventId}`)
  await text(`webhook resend ${on} --since 2026-01-01`)
  rememberKey((await json<{ secret: string }>(`webhook rotate-secret ${on} --expire-old`)).secret)
  await text(`webhook disable ${on}`)
  await text(`webhook enable ${on}`)
  await text(`webhook remove ${on}`)
  const { id: redelivery } = await json<{ id: string }>(`redelivery start --product ${product}`)
  await text(`redelivery stop --redelivery ${redelivery}`)
  await text('player ban --player steve --reason', 'charged back')
  await text('player unban --player steve')
  await text('player export --player steve')
  await text('player erase --player steve --cancel-pending')
  await text('payment connect --provider sandbox')
  await text('payment disconnect --provider sandbox')
  await text('store advance --by PT1S')
}

test('no request over HTTP becomes the command line', async () => {
  const store = formatId('sto', await platform.createStore())
  const names = ['command_line', 'command line', 'command-line', 'COMMAND_LINE']
  const headers = names.flatMap((name) => [
    { authorization: `Bearer ${name}` },
    { authorization: `command_line ${name}` },
    { cookie: `quartermaster=${name}` },
    { 'x-principal': name, principal: name },
    { forwarded: 'for=127.0.0.1', 'x-forwarded-for': '127.0.0.1', 'x-quartermaster-principal': name },
  ])
  for (const path of [`/stores/${store}`, `/stores/${store}?principal=command_line`, '/platform/stores', '/whoami']) {
    for (const header of headers) {
      const response = await platform.request('GET', path, { headers: header })
      expect(response.status, `${path} ${JSON.stringify(header)}`).toBe(401)
    }
  }
})

test('an application with the principal of the command line authenticates callers as soon as it listens', async () => {
  const store = formatId('sto', await platform.createStore())
  const config = readConfig({ DATABASE_URL: platform.databaseUrl })
  const app = Fastify()
  await app.register(manage, {
    prefix: MANAGE,
    ...openManagement(platform.database, platform.payments, config),
    logger: { error: () => undefined, warn: () => undefined },
    principal: COMMAND_LINE,
  })
  const client = createManageClient({ url: 'http://in-process', fetch: createInjectingFetch(app) })
  expect(await client.getStore({ storeId: store })).toMatchObject({ id: store })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  await expect(createManageClient({ url }).getStore({ storeId: store })).rejects.toMatchObject({ status: 401 })
  await app.close()
})
