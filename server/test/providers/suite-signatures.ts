import { expect, test } from 'vitest'
import { AppError } from '../../src/errors.ts'
import type { Callback } from '../../src/payments/provider.ts'
import type { FakeProvider, SignedCallback } from './fake-provider.ts'
import { toCallback, type TestMerchant } from './test-merchant.ts'

/** Headers of HTTP itself, which no signature covers. */
const OF_HTTP = new Set(['accept', 'connection', 'content-length', 'content-type', 'date', 'host', 'user-agent'])
const MINUTE_MS = 60_000
const UNREADABLE = ['signature_invalid', 'invalid_request', 'malformed_json']

export function signatureTests(merchant: () => TestMerchant): void {
  /** A callback of a payment, signed now: what every trick below starts from. */
  async function genuine(): Promise<SignedCallback> {
    const { openAndPay, received, fake } = merchant()
    const purchase = await openAndPay()
    const last = received(purchase).at(-1)
    const url = `${purchase.order.callbackUrl}?${last?.query.toString() ?? ''}`
    return fake.sign(last?.body.toString() ?? '', { url })
  }

  const read = (callback: Callback) => merchant().connection.readCallback(callback)
  const outcome = (callback: Callback) => read(callback).then(() => 'accepted', codeOf)

  test('a callback is accepted at any moment within five minutes of its signature', async () => {
    const { body, url } = await genuine()
    for (const minutes of [-4.9, 0, 4.9]) {
      const signed = await merchant().fake.sign(body, { url, at: new Date(Date.now() + minutes * MINUTE_MS) })
      expect(await outcome(toCallback(signed)), `${minutes} minutes`).toBe('accepted')
    }
  })

  test('a signature older than five minutes, or as far in the future, is refused', async () => {
    const { body, url } = await genuine()
    for (const minutes of [-60 * 24 * 365, -5.2, 5.2, 60 * 24 * 365]) {
      const signed = await merchant().fake.sign(body, { url, at: new Date(Date.now() + minutes * MINUTE_MS) })
      expect(await outcome(toCallback(signed)), `${minutes} minutes`).toBe('signature_invalid')
    }
  })

  test('the age of a signature counts from when it was received', async () => {
    const signed = await genuine()
    for (const minutes of [-6, 6]) {
      const receivedAt = new Date(Date.now() + minutes * MINUTE_MS)
      expect(await outcome(toCallback(signed, receivedAt)), `${minutes} minutes`).toBe('signature_invalid')
    }
  })

  test("a signature made with somebody else's secret is refused", async () => {
    const { fake } = merchant()
    const { body, url } = await genuine()
    const forged = await fake.sign(body, { url, secretOf: fake.otherCredentials })
    expect(await outcome(toCallback(forged))).toBe('signature_invalid')
  })

  test('without a signature header, with an empty one or with two, a callback is refused', async () => {
    const callback = toCallback(await genuine())
    for (const name of signatureHeaders(merchant().fake, callback)) {
      const value = callback.headers[name]?.[0] ?? ''
      for (const values of [undefined, [], [''], [value, value], ['x', value], [value, 'x']]) {
        const headers = { ...callback.headers }
        delete headers[name]
        if (values) headers[name] = values
        expect(await outcome({ ...callback, headers }), `${name}: ${values?.join(' ')}`).toBe('signature_invalid')
      }
    }
  })

  test('a signature header with any one character changed is refused', async () => {
    const callback = toCallback(await genuine())
    const names = signatureHeaders(merchant().fake, callback)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const value = callback.headers[name]?.[0] ?? ''
      // The last characters of base64 may hold bits that mean nothing.
      const places = value.length > 100 ? value.length - 4 : value.length
      for (let place = 0; place < places; place++) {
        const headers = { ...callback.headers, [name]: [withOtherCharacter(value, place)] }
        expect(await outcome({ ...callback, headers }), headers[name]?.[0]).toBe('signature_invalid')
      }
    }
  })

  test('a changed body is refused, or changes nothing where the provider does not sign it', async () => {
    const callback = toCallback(await genuine())
    const stranger = toCallback(await genuine())
    const { content } = await read(callback)
    const { length } = callback.body
    const changed = [0, 1, length >> 1, length - 1].map((place) =>
      Buffer.from(withOtherCharacter(callback.body.toString('latin1'), place), 'latin1'),
    )
    const more = ['', '{}', ` ${String(callback.body)}`, `\uFEFF${String(callback.body)}`, `${String(callback.body)}\n`]
    const noText = Buffer.concat([callback.body, Buffer.from([0xff, 0xfe, 0x00])])
    const bodies = [...changed, ...more.map((text) => Buffer.from(text)), stranger.body, noText]
    const harmless =
      merchant().fake.signsBody === false ? [JSON.stringify(content), ...UNREADABLE] : ['signature_invalid']
    for (const body of bodies) {
      const said = await read({ ...callback, body }).then((notice) => JSON.stringify(notice.content), codeOf)
      expect(harmless, String(body)).toContain(said)
    }
  })

  test('a rightly signed body that makes no sense is read or refused, and breaks nothing', async () => {
    const { fake } = merchant()
    const { body, url } = await genuine()
    const senseless = ['', ' ', 'null', '0', '"x"', '[]', '{}', '{', '{"id":', '\u0000', '[['.repeat(5_000)]
    for (const text of [...senseless, ...spoiled(JSON.parse(body) as Json).map((value) => JSON.stringify(value))]) {
      const signed = await fake.sign(text, { url })
      // What is not an AppError comes back as it is, and is no text.
      expect(await outcome(toCallback(signed)), text).toBeTypeOf('string')
    }
  })

  test('a kind of event that we have never heard of tells nothing', async () => {
    const { fake } = merchant()
    const { body, url, headers } = await genuine()
    const { kind } = await read(toCallback({ body, url, headers }))
    const renamed = () => fake.sign(body.replaceAll(JSON.stringify(kind), '"never.heard.of"'), { url })
    const { content } = await read(toCallback(await (fake.makeUnknownEvent ?? renamed)()))
    expect(content).toBe('ignored')
  })

  test('no refusal of a signature tells a credential', async () => {
    const { fake } = merchant()
    const { body, url } = await genuine()
    const forged = await fake.sign(body, { url, secretOf: fake.otherCredentials })
    const error = await read(toCallback(forged)).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AppError)
    for (const secret of Object.values(fake.credentials)) expect(String(error)).not.toContain(secret)
  })
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** The same document over and over, each time with one thing in it missing or replaced by something else. */
function spoiled(value: Json): Json[] {
  const others: Json[] = [null, -1, 1e300, '', 'x', [], {}]
  if (value === null || typeof value !== 'object') return others
  if (Array.isArray(value)) {
    return [...others, ...value.flatMap((item, i) => spoiled(item).map((bad) => value.with(i, bad)))]
  }
  const inside = Object.entries(value).flatMap(([name, item]) => {
    const { [name]: _, ...rest } = value
    return [rest, ...spoiled(item).map((bad) => ({ ...rest, [name]: bad }))]
  })
  return [...others, ...inside]
}

function signatureHeaders({ signatureHeaders: named }: FakeProvider, { headers }: Callback): readonly string[] {
  return named ?? Object.keys(headers).filter((name) => !OF_HTTP.has(name))
}

function withOtherCharacter(text: string, place: number): string {
  const other = /[0-8a-yA-Y]/.test(text.charAt(place)) ? String.fromCharCode(text.charCodeAt(place) + 1) : '0'
  return text.slice(0, place) + other + text.slice(place + 1)
}

function codeOf(error: unknown): unknown {
  return error instanceof AppError ? error.code : error
}
