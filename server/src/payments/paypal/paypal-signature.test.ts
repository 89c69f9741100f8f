import type { ServerResponse } from 'node:http'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type FakePaypal, startFakePaypal } from '../../../test/providers/fake-paypal.ts'
import { makeCertificate, type SigningCertificate } from '../../../test/providers/fake-paypal-certificate.ts'
import { toCallback } from '../../../test/providers/test-merchant.ts'
import { AppError } from '../../errors.ts'
import { createPaypal } from './paypal.ts'
import { verifySignature } from './paypal-signature.ts'
import type { Callback } from '../provider.ts'

const DAY_MS = 24 * 60 * 60_000
const BODY = JSON.stringify({ id: 'WH-1', event_type: 'UNKNOWN.KIND', resource: {} })

let defaultCertificate: SigningCertificate
const started: FakePaypal[] = []
beforeAll(() => {
  defaultCertificate = makeCertificate()
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((fake) => fake.close()))
})

async function start(options: Parameters<typeof startFakePaypal>[0] = {}) {
  const fake = await startFakePaypal({ certificate: defaultCertificate, ...options })
  started.push(fake)
  const connection = fake.provider.connect(fake.credentials)
  const outcome = (callback: Callback) =>
    connection.readCallback(callback).then(
      () => 'accepted',
      (error: unknown) => (error instanceof AppError ? error.code : error),
    )
  return { fake, outcome, genuine: async (at?: Date) => toCallback(await fake.sign(BODY, at ? { at } : {})) }
}

const withHeader = (callback: Callback, name: string, value: string): Callback => ({
  ...callback,
  headers: { ...callback.headers, [name]: [value] },
})

describe('the certificate', () => {
  test('is fetched once for concurrent and later callbacks', async () => {
    const { fake, outcome, genuine } = await start()
    const many = await Promise.all(Array.from({ length: 20 }, async () => outcome(await genuine())))
    expect(new Set(many)).toEqual(new Set(['accepted']))
    expect(await outcome(await genuine())).toBe('accepted')
    expect(fake.certificateFetches.length).toBe(1)
  })

  test('is refused if it has expired, is not valid yet or has a different subject', async () => {
    const bad = [
      makeCertificate({ validTo: new Date(Date.now() - 1000) }),
      makeCertificate({ validFrom: new Date(Date.now() + DAY_MS / 2) }),
      makeCertificate({ name: 'messageverificationcerts.paypal.com.evil.example' }),
      makeCertificate({ name: 'evil.paypal.com' }),
      makeCertificate({ name: 'evil.example' }),
    ]
    for (const certificate of bad) {
      const { outcome, genuine } = await start({ certificate })
      expect(await outcome(await genuine())).toBe('signature_invalid')
    }
    const live = await start({ certificate: makeCertificate({ name: 'messageverificationcerts.paypal.com' }) })
    expect(await live.outcome(await live.genuine())).toBe('accepted')
  })

  test('is refused if it does not belong to the signature', async () => {
    const { outcome, genuine } = await start({
      serveCertificate: (_, response) => response.end(makeCertificate().pem),
    })
    expect(await outcome(await genuine())).toBe('signature_invalid')
  })

  test.each<[string, (path: string, response: ServerResponse) => void]>([
    ['a redirect', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
    ['an invalid file', (_, response) => response.end('-----BEGIN NOTHING-----')],
    ['a file that is too large', (_, response) => response.end(`${defaultCertificate.pem}${'\n'.repeat(70_000)}`)],
  ])('is refused if the server answers with %s', async (_, serveCertificate) => {
    const { outcome, genuine } = await start({ serveCertificate })
    expect(await outcome(await genuine())).toBe('signature_invalid')
  })

  test('is fetched again after some seconds if the server did not answer', async () => {
    let answer = (response: ServerResponse): void => void response
    const { fake, outcome, genuine } = await start({ serveCertificate: (_, response) => answer(response) })
    expect(await outcome(await genuine())).toBe('provider_unavailable')
    answer = (response) => response.end(defaultCertificate.pem)
    expect(await outcome(await genuine())).toBe('provider_unavailable')
    expect(fake.certificateFetches.length).toBe(1)
    const later = { ...(await genuine()), receivedAt: new Date(Date.now() + 11_000) }
    expect(await outcome(later)).toBe('accepted')
    expect(fake.certificateFetches.length).toBe(2)
  })

  test('invented addresses cause a limited number of fetches and do not evict a known certificate', async () => {
    const { fake, outcome, genuine } = await start()
    const callback = await genuine()
    expect(await outcome(callback)).toBe('accepted')
    const invented = (i: number) => withHeader(callback, 'paypal-cert-url', `${fake.url}/v1/notifications/certs/X-${i}`)
    const outcomes = await Promise.all(Array.from({ length: 500 }, (_, i) => outcome(invented(i))))
    expect(new Set(outcomes)).toEqual(new Set(['signature_invalid']))
    expect(fake.certificateFetches.length).toBeLessThanOrEqual(121)
    const fetches = fake.certificateFetches.length
    expect(await outcome(await genuine())).toBe('accepted')
    expect(fake.certificateFetches.length).toBe(fetches)
  })
})

describe('before a certificate is fetched', () => {
  const ORIGIN = 'https://api.paypal.com'
  const PATH = '/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77'

  /** Undefined if the certificate was requested. */
  async function refusal(sent: Callback): Promise<unknown> {
    const fetched = new Error('fetched')
    const trust = {
      webhookId: '9XL90610J3647323C',
      isLive: true,
      certificateOrigin: ORIGIN,
      fetchCertificate: () => Promise.reject(fetched),
    }
    const error = await verifySignature(sent, trust).catch((reason: unknown) => reason)
    return error === fetched ? undefined : (error as AppError).code
  }

  async function callback(): Promise<Callback> {
    const { genuine } = await start()
    return withHeader(await genuine(), 'paypal-cert-url', ORIGIN + PATH)
  }

  test('certificates are fetched only from the address of PayPal', async () => {
    const valid = await callback()
    expect(await refusal(valid)).toBeUndefined()
    const invalid = [
      `http://api.paypal.com${PATH}`,
      `https://api.sandbox.paypal.com${PATH}`,
      `https://api.paypal.com.evil.example${PATH}`,
      `https://api.paypal.com@evil.example${PATH}`,
      `https://api.paypal.com:443@evil.example${PATH}`,
      `https://evil@api.paypal.com${PATH}`,
      `https://api.paypal.com:8443${PATH}`,
      `https://api.paypal.com:443${PATH}`,
      `https://www.paypal.com${PATH}`,
      `https://API.paypal.com${PATH}`,
      ` https://api.paypal.com${PATH}`,
      `https://api.paypal.com${PATH}?x=1`,
      `https://api.paypal.com${PATH}#x`,
      `https://api.paypal.com${PATH}/../../../../evil`,
      `https://api.paypal.com/v1/notifications/certs/..%2f..%2fevil`,
      `https://api.paypal.com/v1/notifications/certs/`,
      `https://api.paypal.com\\@evil.example${PATH}`,
      `https://api.paypal.com/evil?${PATH}`,
      `https://api.paypal.com${PATH}\n`,
      'file:///etc/passwd',
      '',
    ]
    for (const url of invalid)
      expect(await refusal(withHeader(valid, 'paypal-cert-url', url)), url).toBe('signature_invalid')
  })

  test('the mode of the connection decides which address of PayPal is trusted', async () => {
    const { fake } = await start()
    const provider = createPaypal({ requestTimeoutMs: 1 })
    const other = { live: 'https://api.sandbox.paypal.com', sandbox: 'https://api.paypal.com' }
    for (const mode of ['live', 'sandbox'] as const) {
      const read = provider.connect({ ...fake.credentials, mode }).readCallback
      const moved = withHeader(await callback(), 'paypal-cert-url', `${other[mode]}${PATH}`)
      await expect(read(moved)).rejects.toMatchObject({ code: 'signature_invalid' })
    }
  })

  test('another algorithm, an old signature and a missing header are refused', async () => {
    const valid = await callback()
    for (const algorithm of ['SHA1withRSA', 'sha256withrsa', 'none']) {
      expect(await refusal(withHeader(valid, 'paypal-auth-algo', algorithm))).toBe('signature_invalid')
    }
    for (const time of ['2020-01-01T00:00:00Z', 'yesterday', '0', 'Infinity']) {
      expect(await refusal(withHeader(valid, 'paypal-transmission-time', time)), time).toBe('signature_invalid')
    }
    for (const name of Object.keys(valid.headers).filter((header) => header.startsWith('paypal-'))) {
      const { [name]: _, ...headers } = valid.headers
      expect(await refusal({ ...valid, headers }), name).toBe('signature_invalid')
    }
  })
})
