import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { resealSecrets } from '../../src/webhooks/endpoints/reseal-secrets.ts'
import { rotateSecret } from '../../src/webhooks/endpoints/rotate-secret.ts'
import { formatId } from '../../src/ids.ts'
import { createSealer } from '../../src/seal.ts'
import { isBelieved, type Received, startReceiver, startWorld } from './webhook-world.ts'

const world = await startWorld()

async function setUp() {
  const storeId = await world.createStore()
  const receiver = await startReceiver()
  const { key, secret } = await world.addEndpoint(storeId, receiver.url)
  const next = async (): Promise<Received> => {
    const id = formatId('evt', await world.record(storeId))
    await expect.poll(() => receiver.received.at(-1)?.id).toBe(id)
    return receiver.received.at(-1) as Received
  }
  const rotate = (expireOldSecret: boolean) =>
    rotateSecret(world.database.app, { ...key, sealer: world.sealer, expireOldSecret })
  return { key, secret, next, rotate }
}

test('for a day after a rotation both secrets are good, and afterwards only the new one', async () => {
  const { key, secret, next, rotate } = await setUp()
  world.deliver()
  const before = await next()
  expect(before.headers['webhook-signature']).toMatch(/^v1,[^ ]+$/)
  expect(isBelieved(before, secret)).toBe(true)

  const { secret: fresh, oldSecretExpiresAt } = await rotate(false)
  expect(Math.abs((oldSecretExpiresAt?.getTime() ?? 0) - Date.now() - 86_400_000)).toBeLessThan(60_000)
  expect(isBelieved(before, fresh)).toBe(false)
  const during = await next()
  expect(during.headers['webhook-signature']).toMatch(/^v1,[^ ]+ v1,[^ ]+$/)
  expect([isBelieved(during, secret), isBelieved(during, fresh)]).toEqual([true, true])

  await world.passTime(key, 86_300)
  expect(isBelieved(await next(), secret)).toBe(true)
  await world.passTime(key, 200)
  const after = await next()
  expect(after.headers['webhook-signature']).toMatch(/^v1,[^ ]+$/)
  expect([isBelieved(after, secret), isBelieved(after, fresh)]).toEqual([false, true])
})

test('a secret that leaked can be ended at once', async () => {
  const { secret, next, rotate } = await setUp()
  const { secret: fresh, oldSecretExpiresAt } = await rotate(true)
  world.deliver()
  const got = await next()
  expect(oldSecretExpiresAt).toBeNull()
  expect([isBelieved(got, secret), isBelieved(got, fresh)]).toEqual([false, true])
})

test('a second rotation within the day ends the oldest secret', async () => {
  const { secret, next, rotate } = await setUp()
  const { secret: second } = await rotate(false)
  const { secret: third } = await rotate(false)
  world.deliver()
  const got = await next()
  expect([secret, second, third].map((each) => isBelieved(got, each))).toEqual([false, true, true])
})

test('secrets lie sealed in the database, and go on working when a new key seals them', async () => {
  const { key, secret, next, rotate } = await setUp()
  const { secret: fresh } = await rotate(false)
  const [row] = await world.query<{ text: string; secret: Buffer; old_secret: Buffer }>(
    'select e::text as text, secret, old_secret from webhook_endpoints e where id = $1',
    [key.endpointId],
  )
  for (const each of [secret, fresh]) {
    const bare = Buffer.from(each.replace('whsec_', ''), 'base64')
    expect(bare.length).toBe(32)
    expect(row?.text).not.toContain(each)
    for (const sealed of [row?.secret, row?.old_secret]) {
      expect(sealed?.includes(bare)).toBe(false)
      expect(sealed?.includes(each)).toBe(false)
    }
  }
  const { app, reader } = world.database
  const newer = { id: 'k2', key: randomBytes(32) }
  const reseal = () => resealSecrets(app, reader, createSealer([newer, world.sealingKey]))
  const { resealed } = await reseal()
  expect(resealed).toBeGreaterThan(0)
  expect(await reseal()).toEqual({ resealed: 0, current: resealed })
  world.deliver({ opener: createSealer([newer]) })
  const got = await next()
  expect([isBelieved(got, secret), isBelieved(got, fresh)]).toEqual([true, true])
})

test("a sealed secret does not open in another endpoint's row", async () => {
  const { key } = await setUp()
  const other = await setUp()
  await world.query(
    `update webhook_endpoints set (secret, secret_key_id) = (select secret, secret_key_id from webhook_endpoints where id = $2)
     where id = $1`,
    [key.endpointId, other.key.endpointId],
  )
  const { lines } = world.deliver()
  await other.next()
  await world.record(key.storeId)
  await expect.poll(() => lines.some((line) => line.includes(formatId('whe', key.endpointId)))).toBe(true)
  expect(await world.waiting(key)).toMatchObject([{ attempts: 0 }])
})
