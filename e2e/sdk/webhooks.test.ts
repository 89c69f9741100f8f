import { randomBytes } from 'node:crypto'
import { signWebhook, verifyWebhook } from '@quartermaster/sdk'
import { expect, test } from 'vitest'
import { rotateSecret } from '../../server/src/webhooks/endpoints/rotate-secret.ts'
import { signWebhook as signAsServer } from '../../server/src/webhooks/sending/sign-webhook.ts'
import { startReceiver, startWebhookStore } from '../../server/test/webhooks/start-webhook-store.ts'

const webhooks = await startWebhookStore()

test('webhooks of a store are verified before, during and after a rotation of the secret', async () => {
  const storeId = await webhooks.createStore()
  const receiver = await startReceiver()
  const { key, secret: old } = await webhooks.addEndpoint(storeId, receiver.url)
  webhooks.startWorker()
  const sendEvent = async () => {
    const count = receiver.received.length
    await webhooks.recordEvent(storeId, 'checkout.paid', { gameUserId: 'Zoë ⚔' })
    await expect.poll(() => receiver.received.length).toBe(count + 1)
    return receiver.received.at(-1) as { id: string; headers: Record<string, string>; body: string }
  }
  const first = await sendEvent()
  expect(verifyWebhook({ ...first, secret: old })).toMatchObject({
    id: first.id,
    type: 'checkout.paid',
    data: { gameUserId: 'Zoë ⚔' },
  })
  const { secret } = await rotateSecret(webhooks.database.app, {
    ...key,
    sealer: webhooks.sealer,
    expireOldSecret: false,
  })
  const second = await sendEvent()
  for (const known of [old, secret, [old, secret]]) {
    expect(verifyWebhook({ ...second, secret: known })).toMatchObject({ id: second.id })
  }
  expect(() => verifyWebhook({ ...first, secret })).toThrow(/signature/)
})

test('signWebhook creates the same headers as the server', () => {
  const secrets = [0, 1].map(() => `whsec_${randomBytes(32).toString('base64')}`)
  const signed = { id: 'evt_1', body: '{"a":"Zoë ⚔"}', sentAt: new Date() }
  expect(signWebhook({ ...signed, secret: secrets })).toEqual(signAsServer({ ...signed, secrets }))
})
