import { expect, test } from 'vitest'
import { AppError } from '../../src/errors.ts'
import type { Callback } from '../../src/payments/provider.ts'
import type { FakeProvider, SignedCallback } from './fake-provider.ts'
import { toCallback, type TestMerchant } from './test-merchant.ts'

/** Headers that no signature covers. */
const HTTP_HEADERS = new Set(['accept', 'connection', 'content-length', 'content-type', 'date', 'host', 'user-agent'])
const MINUTE_MS = 60_000
const UNREADABLE = ['signature_invalid', 'invalid_request', 'malformed_json']

export function signatureTests(merchant: () => TestMerchant): void {
  /** A valid callback of a payment, which the tests then change. */
  async function signPaidCallback(): Promise<SignedCallback> {
    const { openAndPay, received, fake } = merchant()
    const purchase = await openAndPay()
    const last = received(purchase).at(-1)
    const url = `${purchase.order.callbackUrl}?${last?.query.toString() ?? ''}`
    return fake.sign(last?.body.toString() ?? '', { url })
  }

  const read = (callback: Callback) => merchant().connection.readCallback(callback)
  const outcome = (callback: Callback) => read(callback).then(() => 'accepted', codeOf)

  test('a callback is accepted within five minutes of its signature', async () => {
    const { body, url } = await signPaidCallback()
    for (const minutes of [-4.9, 0, 4.9]) {
      const signed = await merchant().fake.sign(body, { url, at: new Date(Date.now() + minutes * MINUTE_MS) })
      expect(await outcome(toCallback(signed)), `${minutes} minutes`).toBe('accepted')
    }
  })

  test('a signature more than five minutes in the past or in the future is refused', async () => {
    const { body, url } = await signPaidCallback()
    for (const minutes of [-60 * 24 * 365, -5.2, 5.2, 60 * 24 * 365]) {
      const signed = await merchant().fake.sign(body, { url, at: new Date(Date.now() + minutes * MINUTE_MS) })
      expect(await outcome(toCallback(signed)), `${minutes} minutes`).toBe('signature_invalid')
    }
  })

  test('the age of a signature is measured at the time of receipt', async () => {
    const signed = await signPaidCallback()
    for (const minutes of [-6, 6]) {
      const receivedAt = new Date(Date.now() + minutes * MINUTE_MS)
      expect(await outcome(toCallback(signed, receivedAt)), `${minutes} minutes`).toBe('signature_invalid')
    }
  })

  test('a signature with a different secret is refused', async () => {
    const { fake } = merchant()
    const { body, url } = await signPaidCallback()
    const forged = await fake.sign(body, { url, secretOf: fake.otherCredentials })
    expect(await outcome(toCallback(forged))).toBe('signature_invalid')
  })

  test('a callback with a missing, empty or repeated signature header is refused', async () => {
    const callback = toCallback(await signPaidCallback())
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
    const callback = toCallback(await signPaidCallback())
    const names = signatureHeaders(merchant().fake, callback)
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) {
      const value = callback.headers[name]?.[0] ?? ''
      // The last characters of base64 can contain unused bits.
      const places = value.length > 100 ? value.length - 4 : value.length
      for (let place = 0; place < places; place++) {
        const headers = { ...callback.headers, [name]: [withOtherCharacter(value, place)] }
        expect(await outcome({ ...callback, headers }), headers[name]?.[0]).toBe('signature_invalid')
      }
    }
  })

  test('a changed body is refused, or has no effect if the provider does not sign the body', async () => {
    const callback = toCallback(await signPaidCallback())
    const other = toCallback(await signPaidCallback())
    const { content } = await read(callback)
    const { length } = callback.body
    const changed = [0, 1, length >> 1, length - 1].map((place) =>
      Buffer.from(withOtherCharacter(callback.body.toString('latin1'), place), 'latin1'),
    )
    const more = ['', '{}', ` ${String(callback.body)}`, `\uFEFF${String(callback.body)}`, `${String(callback.body)}\n`]
    const notUtf8 = Buffer.concat([callback.body, Buffer.from([0xff, 0xfe, 0x00])])
    const bodies = [...changed, ...more.map((text) => Buffer.from(text)), other.body, notUtf8]
    const harmless =
      merchant().fake.signsBody === false ? [JSON.stringify(content), ...UNREADABLE] : ['signature_invalid']
    for (const body of bodies) {
      const result = await read({ ...callback, body }).then((event) => JSON.stringify(event.content), codeOf)
      expect(harmless, String(body)).toContain(result)
    }
  })

  test('a signed body that is malformed is read or refused, and never causes an internal error', async () => {
    const { fake } = merchant()
    const { body, url } = await signPaidCallback()
    const malformed = ['', ' ', 'null', '0', '"x"', '[]', '{}', '{', '{"id":', '\u0000', '[['.repeat(5_000)]
    for (const text of [...malformed, ...withFaults(JSON.parse(body) as Json).map((value) => JSON.stringify(value))]) {
      const signed = await fake.sign(text, { url })
      // The outcome is a text unless an error other than AppError was thrown.
      expect(await outcome(toCallback(signed)), text).toBeTypeOf('string')
    }
  })

  test('an event of an unknown kind is ignored', async () => {
    const { fake } = merchant()
    const { body, url, headers } = await signPaidCallback()
    const { kind } = await read(toCallback({ body, url, headers }))
    const renamed = () => fake.sign(body.replaceAll(JSON.stringify(kind), '"unknown.kind"'), { url })
    const { content } = await read(toCallback(await (fake.makeUnknownEvent ?? renamed)()))
    expect(content).toBe('ignored')
  })

  test('an invalid signature does not put a credential into the error', async () => {
    const { fake } = merchant()
    const { body, url } = await signPaidCallback()
    const forged = await fake.sign(body, { url, secretOf: fake.otherCredentials })
    const error = await read(toCallback(forged)).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AppError)
    for (const secret of Object.values(fake.credentials)) expect(String(error)).not.toContain(secret)
  })
}

type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** Copies of a document, each with one value missing or replaced. */
function withFaults(value: Json): Json[] {
  const others: Json[] = [null, -1, 1e300, '', 'x', [], {}]
  if (value === null || typeof value !== 'object') return others
  if (Array.isArray(value)) {
    return [...others, ...value.flatMap((item, i) => withFaults(item).map((bad) => value.with(i, bad)))]
  }
  const inside = Object.entries(value).flatMap(([name, item]) => {
    const { [name]: _, ...rest } = value
    return [rest, ...withFaults(item).map((bad) => ({ ...rest, [name]: bad }))]
  })
  return [...others, ...inside]
}

function signatureHeaders({ signatureHeaders: named }: FakeProvider, { headers }: Callback): readonly string[] {
  return named ?? Object.keys(headers).filter((name) => !HTTP_HEADERS.has(name))
}

function withOtherCharacter(text: string, place: number): string {
  const other = /[0-8a-yA-Y]/.test(text.charAt(place)) ? String.fromCharCode(text.charCodeAt(place) + 1) : '0'
  return text.slice(0, place) + other + text.slice(place + 1)
}

function codeOf(error: unknown): unknown {
  return error instanceof AppError ? error.code : error
}
