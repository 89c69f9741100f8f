import { constants, createHash, createHmac, sign, type KeyObject } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type CallbackParts, headerOf, SIGNATURES, valueAt, withHeader, withValueAt } from './callback-parts.ts'
import type { ProviderAccount } from './provider-accounts.ts'
import type { CallbackSetup } from './callback-setup.ts'

export type Forgery = {
  family: 'time' | 'secret' | 'signature' | 'certificate'
  alteration: string
  parts: CallbackParts
}

/** Makes signatures with a wrong algorithm, of a wrong text or with a wrong key. */
export function forgeSignatures(
  parts: CallbackParts,
  { account, setup }: { account: ProviderAccount; setup: CallbackSetup },
): Forgery[] {
  return parts.provider === 'paypal' ? forgePaypal(parts, { account, setup }) : forgeHmac(parts, account)
}

function forgeHmac(parts: CallbackParts, { provider, secret }: ProviderAccount): Forgery[] {
  const place = SIGNATURES[provider]
  const key = provider === 'sandbox' ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  const text = signedText(parts)
  const hmac = (data: Buffer | string, withKey: Buffer | string = key, algorithm = 'sha256') =>
    createHmac(algorithm, withKey).update(data).digest(place.encoding)
  const hash = (...data: (Buffer | string)[]) =>
    createHash('sha256')
      .update(Buffer.concat(data.map((part) => Buffer.from(part))))
      .digest(place.encoding)
  if (hmac(text) !== valueAt(parts, place)) throw new Error(`${provider} signs another text than expected`)
  const values: Record<string, string> = {
    'a hash without a key': hash(text),
    'a hash of the key and the text': hash(key, text),
    'key and text swapped': hmac(key, text),
    'the body alone is signed': hmac(parts.body),
    'nothing is signed': hmac(''),
    'signed with a line break after the secret': hmac(text, `${secret}\n`),
  }
  for (const algorithm of ['sha1', 'sha384', 'sha512', 'md5', 'sha512-256', 'sha3-256']) {
    values[`signed with ${algorithm}`] = hmac(text, key, algorithm)
  }
  return Object.entries(values).map(([alteration, value]) => {
    return { family: 'signature', alteration, parts: withValueAt(parts, place, value) }
  })
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

function forgePaypal(
  parts: CallbackParts,
  { account, setup }: { account: ProviderAccount; setup: CallbackSetup },
): Forgery[] {
  const { paypalKey, impostor } = setup.providers
  const head = `${headerOf(parts, 'paypal-transmission-id')}|${headerOf(parts, 'paypal-transmission-time')}`
  const text = Buffer.from(`${head}|${account.secret}|${crc32(parts.body)}`)
  const raw = Buffer.from(`${head}|${account.secret}|${parts.body.toString()}`)
  const signed = (algorithm: string, key: KeyObject, of = text) => sign(algorithm, of, key).toString('base64')
  const pss = { key: paypalKey.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }
  if (signed('sha256', paypalKey.privateKey) !== valueAt(parts, SIGNATURES.paypal)) {
    throw new Error('PayPal signs another text than expected')
  }
  const with64 = (signature: string) => withHeader(parts, 'paypal-transmission-sig', signature)
  const own = with64(signed('sha256', impostor.key.privateKey))
  const path = new URL(headerOf(parts, 'paypal-cert-url')).pathname
  const sha1 = with64(signed('sha1', paypalKey.privateKey))
  const signatures: Record<string, CallbackParts> = {
    'signed with sha1': sha1,
    'signed with sha1, and announced': withHeader(sha1, 'paypal-auth-algo', 'SHA1withRSA'),
    'signed with sha512': with64(signed('sha512', paypalKey.privateKey)),
    'signed with PSS': with64(sign('sha256', text, pss).toString('base64')),
    'the body is signed': with64(signed('sha256', paypalKey.privateKey, raw)),
  }
  const withCertificate = withHeader(own, 'paypal-cert-url', impostor.url + path)
  return [
    ...Object.entries(signatures).map(([alteration, altered]): Forgery => {
      return { family: 'signature', alteration, parts: altered }
    }),
    { family: 'secret', alteration: 'signed with the key of the impostor', parts: own },
    { family: 'certificate', alteration: 'the key and the certificate of the impostor', parts: withCertificate },
  ]
}
