import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EventType, WEBHOOK_EVENTS } from '@quartermaster/contract/webhook-events'
import { Ajv } from 'ajv'
import { expect, test, onTestFinished } from 'vitest'
import { testEndpoint } from '../../src/webhooks/endpoints/test-endpoint.ts'
import { newWebhookSecret, signWebhook } from '../../src/webhooks/sending/sign-webhook.ts'
import { openShop } from '../payments/open-shop.ts'
import { expire, passTime } from '../store-records.ts'
import { startReceiver, startWebhookStore } from './start-webhook-store.ts'

const store = await startWebhookStore()

/** Reads the events of a store in order, and validates each against its schema. */
async function readEvents(storeId: string): Promise<{ type: EventType; data: Record<string, unknown> }[]> {
  const ajv = new Ajv({ strict: false })
  const rows = await store.query<{ type: EventType; body: string }>(
    'select type, body from events where store_id = $1 order by id',
    [storeId],
  )
  return rows.map(({ type, body }) => {
    const event = JSON.parse(body) as { type: EventType; timestamp: string; data: Record<string, unknown> }
    expect(event).toMatchObject({ type, timestamp: expect.stringMatching(/^[-0-9]{10}T[:0-9]{8}\.\d{3}Z$/) as string })
    expect(ajv.validate(WEBHOOK_EVENTS[type], event.data), `${body}: ${ajv.errorsText()}`).toBe(true)
    return { type, data: event.data }
  })
}

test('the events of a sale, a refund and an expiry match their schemas', async () => {
  const storeId = await store.createStore()
  await store.createServer(storeId)
  const [timed, other] = [
    await store.createProduct(storeId, { durationSeconds: 60 }),
    await store.createProduct(storeId),
  ]
  const { checkoutId } = await store.sell(storeId, 'steve "42"', [timed, [other, 3]])
  await store.refund(storeId, checkoutId, [2])
  await passTime(store, storeId, 120)
  await expire(store)
  expect(await readEvents(storeId)).toMatchObject([
    {
      type: 'checkout.paid',
      data: { gameUserId: 'steve "42"', total: 79.6, lines: [{ quantity: 1 }, { quantity: 3 }] },
    },
    { type: 'checkout.refunded', data: { refundedLines: [2] } },
    { type: 'entitlement.expired', data: { gameUserId: 'steve "42"' } },
  ])
})

test('the events of payments and disputes match their schemas', async () => {
  const shop = await openShop(store)
  const checkoutId = await shop.open()
  await shop.pay(checkoutId)
  const paid = { amountMinor: 1990, currency: 'BRL' }
  await shop.sendCallback(checkoutId, { paid, dispute: 'open' })
  await shop.sendCallback(checkoutId, { paid, dispute: 'lost' })
  const abandoned = await shop.open()
  await shop.sendCallback(abandoned, { closed: true })
  const parked = await shop.open()
  await shop.sendCallback(parked, { paid: { amountMinor: 1, currency: 'BRL' }, paymentRef: 'payment' })
  const { key } = await store.addEndpoint(shop.storeId, (await startReceiver()).url)
  await testEndpoint(store.database.app, key)
  expect((await readEvents(shop.storeId)).map(({ type }) => type)).toEqual([
    'checkout.opened',
    'checkout.paid',
    'checkout.disputed',
    'dispute.closed',
    'checkout.opened',
    'checkout.abandoned',
    'checkout.opened',
    'payment.parked',
    'endpoint.test',
  ])
})

const text = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')

function codeBlocks(language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, code = '']) => code)
}

test('docs/webhooks.md has an example of every event that matches its schema', () => {
  const ajv = new Ajv({ strict: false })
  const examples = codeBlocks('json').map(
    (code) => JSON.parse(code) as { type: keyof typeof WEBHOOK_EVENTS; data: unknown },
  )
  expect(examples.map(({ type }) => type)).toEqual(Object.keys(WEBHOOK_EVENTS))
  for (const { type, data } of examples) {
    expect(ajv.validate(WEBHOOK_EVENTS[type], data), `${type}: ${ajv.errorsText()}`).toBe(true)
    expect(text).toContain(`### ${type}\n`)
  }
})

const secret = newWebhookSecret()
const other = newWebhookSecret()
const body = '{"type":"checkout.paid","data":{"name":"Vale ⚔ Store"}}'

function signRequest(secrets: string[], sentAt = new Date()) {
  return { ...signWebhook({ id: 'evt_1', body, secrets, sentAt }), body }
}

const CASES = [
  { valid: true, request: signRequest([secret]) },
  { valid: true, request: signRequest([other, secret]) },
  { valid: false, request: signRequest([other]) },
  { valid: false, request: { ...signRequest([secret]), body: `${body} ` } },
  { valid: false, request: { ...signRequest([secret]), 'webhook-id': 'evt_2' } },
  { valid: false, request: signRequest([secret], new Date(Date.now() - 600_000)) },
]

/** How to run the snippet of each language: the file, and the lines that call it with the parts of one request. */
const RUNS: Record<string, { program: string; file: string; call: (values: string[]) => string }> = {
  python: {
    program: 'python3',
    file: 'verify.py',
    call: ([id, at, signature, sent]) =>
      `\nimport sys\nh = {"webhook-id": ${id}, "webhook-timestamp": ${at}, "webhook-signature": ${signature}}\nsys.exit(0 if verify("${secret}", h, ${sent}.encode()) else 3)\n`,
  },
  php: {
    program: 'php',
    file: 'verify.php',
    call: ([id, at, signature, sent]) =>
      `\n$h = ['webhook-id' => ${id}, 'webhook-timestamp' => ${at}, 'webhook-signature' => ${signature}];\nexit(verify('${secret}', $h, ${sent}) ? 0 : 3);\n`,
  },
  lua: {
    program: 'lua5.4',
    file: 'verify.lua',
    call: ([id, at, signature, sent]) =>
      `\nlocal h = { ["webhook-id"] = ${id}, ["webhook-timestamp"] = ${at}, ["webhook-signature"] = ${signature} }\nos.exit(verify("${secret}", h, ${sent}) and 0 or 3)\n`,
  },
}

test('the snippets for other languages in docs/webhooks.md accept valid signatures and reject all others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quartermaster-verify-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [language, { program, file, call }] of Object.entries(RUNS)) {
    const [code = ''] = codeBlocks(language)
    expect(code, language).toContain('verify')
    // Skip the languages that are not installed on this machine.
    if (spawnSync(program, ['-v']).error) continue
    for (const { valid, request } of CASES) {
      const values = [request['webhook-id'], request['webhook-timestamp'], request['webhook-signature'], request.body]
      const path = join(folder, file)
      writeFileSync(
        path,
        `${language === 'php' ? '<?php\n' : ''}${code}${call(values.map((value) => JSON.stringify(value)))}`,
      )
      const { status, stderr } = spawnSync(program, [path], { encoding: 'utf8' })
      expect({ status, stderr }, `${language} ${JSON.stringify(request)}`).toEqual({
        status: valid ? 0 : 3,
        stderr: '',
      })
    }
  }
})
