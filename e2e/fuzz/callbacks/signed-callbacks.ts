import { constants, createHash, createHmac, sign, type SignKeyObjectInput } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Random } from '../../kit/random.ts'
import { type CallbackParts, headerOf, SIGNATURES, valueAt, withHeader, withValueAt } from './callback-parts.ts'
import type { ProviderAccount, UnreportedPayment } from './provider-accounts.ts'
import type { Providers } from './callback-setup.ts'

/** A callback that must not be accepted. */
export type AlteredCallback = {
  family: string
  alteration: string
  parts: CallbackParts
  /** Only unsigned parts changed, so the product may answer that nothing happened. */
  isHarmless?: boolean
}

/** Callbacks that were signed shortly before: genuine ones, and others with a signature that must be rejected. */
export type SignedCallbacks = { genuine: CallbackParts[]; forged: AlteredCallback[] }

const DAY = 86_400
/** Longer than these callbacks are used, so that a signature from the future never becomes a current one. */
const MIN_LEAD = 300 + 400
const AGES = [301, 302, 330, 600, 3_600, DAY, 365 * DAY, 10 * 365 * DAY]
const LEADS = [MIN_LEAD, 3_600, DAY, 365 * DAY, 50 * 365 * DAY]

/** `secrets` are those of all accounts. */
type Sources = { payments: UnreportedPayment[]; secrets: string[]; providers: Providers; random: Random }

/** Signs in advance, because the signatures of PayPal are expensive. Alterations start from these callbacks. */
export async function createSignedCallbacks(
  account: ProviderAccount,
  { payments, secrets, providers, random }: Sources,
): Promise<SignedCallbacks> {
  const genuine: CallbackParts[] = []
  const forged: AlteredCallback[] = []
  for (const payment of payments) {
    const parts = await account.sign(payment)
    genuine.push(parts)
    forged.push(...forgeSignatures(parts, account, providers))
    for (const [alteration, at] of wrongTimes(random)) {
      forged.push({ family: 'time', alteration, parts: await account.sign(payment, { at }) })
    }
    for (const [alteration, secret] of wrongSecrets(account, secrets)) {
      forged.push({ family: 'secret', alteration, parts: await account.sign(payment, { secret }) })
    }
  }
  return { genuine, forged }
}

function wrongTimes(random: Random): [alteration: string, at: Date][] {
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  return [
    ['signed too long ago', inSeconds(-random.pick(AGES))],
    ['signed too long ago', inSeconds(-random.integer(301, 100_000))],
    ['signed in the future', inSeconds(random.pick(LEADS))],
    ['signed in the future', inSeconds(random.integer(MIN_LEAD, 100_000))],
    ['signed in 1970', new Date(0)],
  ]
}

type WrongSecret = [alteration: string, secret: string]

function wrongSecrets(
  { provider, secret, otherSecret, notSecrets }: ProviderAccount,
  secrets: string[],
): WrongSecret[] {
  const ofOthers = secrets.filter((other) => other !== secret && other !== otherSecret)
  const withoutPrefix = secret.replace(/^whsec_/, '')
  const otherCase = secret === secret.toUpperCase() ? secret.toLowerCase() : secret.toUpperCase()
  return [
    ['signed with the secret of another store', otherSecret],
    ...ofOthers.map((other): WrongSecret => ['signed with the secret of another provider', other]),
    ...notSecrets.map((other): WrongSecret => ['signed with another value of the account', other]),
    ['signed with an empty secret', ''],
    ['signed with a truncated secret', secret.slice(0, -4)],
    ['signed with the secret in another case', otherCase],
    ['signed with the secret without its prefix', withoutPrefix === secret ? secret.slice(1) : withoutPrefix],
    ['signed with the name of the provider', provider],
  ]
}

/** Makes signatures with a wrong algorithm, of a wrong text or with a wrong key. */
function forgeSignatures(parts: CallbackParts, account: ProviderAccount, providers: Providers): AlteredCallback[] {
  const isPaypal = parts.provider === 'paypal'
  const forged = isPaypal ? forgePaypal(parts, account, providers) : forgeHmac(parts, account)
  return Object.entries(forged).map(([alteration, altered]) => ({ family: 'signature', alteration, parts: altered }))
}

type Forged = Record<string, CallbackParts>

function forgeHmac(parts: CallbackParts, { provider, secret }: ProviderAccount): Forged {
  const place = SIGNATURES[provider]
  const key = provider === 'sandbox' ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret)
  const text = signedText(parts)
  const hmac = (data: Buffer | string, withKey: Buffer | string = key, algorithm = 'sha256') =>
    createHmac(algorithm, withKey).update(data).digest(place.encoding)
  const hash = (...data: Buffer[]) => createHash('sha256').update(Buffer.concat(data)).digest(place.encoding)
  if (hmac(text) !== valueAt(parts, place)) throw new Error(`${provider} signs another text than signedText returns`)
  const values = {
    'a hash without a key': hash(text),
    'a hash of the key and the text': hash(key, text),
    'key and text swapped': hmac(key, text),
    'the body alone is signed': hmac(parts.body),
    'nothing is signed': hmac(''),
    'signed with a line break after the secret': hmac(text, `${secret}\n`),
    ...Object.fromEntries(
      ['sha1', 'sha384', 'sha512', 'md5', 'sha512-256', 'sha3-256'].map((algorithm) => [
        `signed with ${algorithm}`,
        hmac(text, key, algorithm),
      ]),
    ),
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withValueAt(parts, place, value)]))
}

function signedText(parts: CallbackParts): Buffer {
  const { provider, body, query } = parts
  const header = (name: string) => headerOf(parts, name)
  if (provider === 'sandbox') {
    return Buffer.concat([Buffer.from(`${header('webhook-id')}.${header('webhook-timestamp')}.`), body])
  }
  const [, time = ''] = /^ts?=(\d+),/.exec(header(SIGNATURES[provider].header)) ?? []
  if (provider === 'stripe') return Buffer.concat([Buffer.from(`${time}.`), body])
  const id = new URLSearchParams(query).get('data.id') ?? ''
  return Buffer.from(`id:${id};request-id:${header('x-request-id')};ts:${time};`)
}

function forgePaypal(parts: CallbackParts, account: ProviderAccount, { paypalKey, impostor }: Providers): Forged {
  const head = `${headerOf(parts, 'paypal-transmission-id')}|${headerOf(parts, 'paypal-transmission-time')}`
  const text = `${head}|${account.secret}|${crc32(parts.body)}`
  const key = { key: paypalKey.privateKey }
  const signed = (algorithm: string, withKey: SignKeyObjectInput = key, of = text) =>
    withValueAt(parts, SIGNATURES.paypal, sign(algorithm, Buffer.from(of), withKey).toString('base64'))
  if (valueAt(signed('sha256'), SIGNATURES.paypal) !== valueAt(parts, SIGNATURES.paypal)) {
    throw new Error('PayPal signs another text than forgePaypal expects')
  }
  const byImpostor = signed('sha256', { key: impostor.key.privateKey })
  const { pathname } = new URL(headerOf(parts, 'paypal-cert-url'))
  return {
    'signed with sha1': signed('sha1'),
    'signed with sha1, and announced': withHeader(signed('sha1'), 'paypal-auth-algo', 'SHA1withRSA'),
    'signed with sha512': signed('sha512'),
    'signed with PSS': signed('sha256', { ...key, padding: constants.RSA_PKCS1_PSS_PADDING }),
    'the body is signed': signed('sha256', key, `${head}|${account.secret}|${parts.body.toString()}`),
    'signed with the key of the impostor': byImpostor,
    'the key and the certificate of the impostor': withHeader(byImpostor, 'paypal-cert-url', impostor.url + pathname),
  }
}
