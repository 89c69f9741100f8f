import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { resealSecrets } from '../../src/webhooks/endpoints/reseal-secrets.ts'
import { rotateSecret } from '../../src/webhooks/endpoints/rotate-secret.ts'
import { formatId } from '../../src/ids.ts'
import { createSealer } from '../../src/seal.ts'
import { hasValidSignature, type Received, startReceiver, startWebhookStore } from './start-webhook-store.ts'

const store = await startWebhookStore()

async function setUp() {
  const storeId = await store.createStore()
  const receiver = await startReceiver()
  const { key, secret } = await store.addEndpoint(storeId, receiver.url)
  const receiveNext = async (): Promise<Received> => {
    const id = formatId('evt', await store.recordEvent(storeId))
    await expect.poll(() => receiver.received.at(-1)?.id).toBe(id)
    return receiver.received.at(-1) as Received
  }
  const rotate = (expireOldSecret: boolean) =>
    rotateSecret(store.database.app, { ...key, sealer: store.sealer, expireOldSecret })
  return { key, secret, receiveNext, rotate }
}

test('for one day after a rotation both secrets are valid, and after that only the new one', async () => {
  const { key, secret, receiveNext, rotate } = await setUp()
  store.startWorker()
  const before = await receiveNext()
  expect(before.headers['webhook-signature']).toMatch(/^v1,[^ ]+$/)
  expect(hasValidSignature(before, secret)).toBe(true)

  const { secret: newSecret, oldSecretExpiresAt } = await rotate(false)
  expect(Math.abs((oldSecretExpiresAt?.getTime() ?? 0) - Date.now() - 86_400_000)).toBeLessThan(60_000)
  expect(hasValidSignature(before, newSecret)).toBe(false)
  const during = await receiveNext()
  expect(during.headers['webhook-signature']).toMatch(/^v1,[^ ]+ v1,[^ ]+$/)
  expect([hasValidSignature(during, secret), hasValidSignature(during, newSecret)]).toEqual([true, true])

  await store.advanceTime(key, 86_300)
  expect(hasValidSignature(await receiveNext(), secret)).toBe(true)
  await store.advanceTime(key, 200)
  const after = await receiveNext()
  expect(after.headers['webhook-signature']).toMatch(/^v1,[^ ]+$/)
  expect([hasValidSignature(after, secret), hasValidSignature(after, newSecret)]).toEqual([false, true])
})

test('a rotation can expire the old secret at once', async () => {
  const { secret, receiveNext, rotate } = await setUp()
  const { secret: newSecret, oldSecretExpiresAt } = await rotate(true)
  store.startWorker()
  const request = await receiveNext()
  expect(oldSecretExpiresAt).toBeNull()
  expect([hasValidSignature(request, secret), hasValidSignature(request, newSecret)]).toEqual([false, true])
})

test('a second rotation within one day expires the oldest secret', async () => {
  const { secret, receiveNext, rotate } = await setUp()
  const { secret: second } = await rotate(false)
  const { secret: third } = await rotate(false)
  store.startWorker()
  const request = await receiveNext()
  expect([secret, second, third].map((each) => hasValidSignature(request, each))).toEqual([false, true, true])
})

test('secrets are stored encrypted, and stay valid after they are resealed with a new key', async () => {
  const { key, secret, receiveNext, rotate } = await setUp()
  const { secret: newSecret } = await rotate(false)
  const [row] = await store.query<{ text: string; secret: Buffer; old_secret: Buffer }>(
    'select e::text as text, secret, old_secret from webhook_endpoints e where id = $1',
    [key.endpointId],
  )
  for (const each of [secret, newSecret]) {
    const plain = Buffer.from(each.replace('whsec_', ''), 'base64')
    expect(plain.length).toBe(32)
    expect(row?.text).not.toContain(each)
    for (const sealed of [row?.secret, row?.old_secret]) {
      expect(sealed?.includes(plain)).toBe(false)
      expect(sealed?.includes(each)).toBe(false)
    }
  }
  const { app, reader } = store.database
  const newKey = { id: 'k2', key: randomBytes(32) }
  const reseal = () => resealSecrets(app, reader, createSealer([newKey, store.sealingKey]))
  const { resealed } = await reseal()
  expect(resealed).toBeGreaterThan(0)
  expect(await reseal()).toEqual({ resealed: 0, current: resealed })
  store.startWorker({ workerSealer: createSealer([newKey]) })
  const request = await receiveNext()
  expect([hasValidSignature(request, secret), hasValidSignature(request, newSecret)]).toEqual([true, true])
})

test('an encrypted secret cannot be decrypted in the row of another endpoint', async () => {
  const { key } = await setUp()
  const other = await setUp()
  await store.query(
    `update webhook_endpoints set (secret, secret_key_id) = (select secret, secret_key_id from webhook_endpoints where id = $2)
     where id = $1`,
    [key.endpointId, other.key.endpointId],
  )
  const { logLines } = store.startWorker()
  await other.receiveNext()
  await store.recordEvent(key.storeId)
  await expect.poll(() => logLines.some((line) => line.includes(formatId('whe', key.endpointId)))).toBe(true)
  expect(await store.backlog(key)).toMatchObject([{ attempts: 0 }])
})
