import { constants, createHash, createHmac, sign, type KeyObject } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type CallbackParts, headerOf, SIGNATURES, valueAt, withHeader, withValueAt } from './callback-parts.ts'
import type { Desk } from './desk.ts'
import type { World } from './open-world.ts'

export type Forged = {
  family: 'time' | 'secret' | 'signature' | 'certificate'
  alteration: string
  parts: CallbackParts
}

/** Signatures that are right in some way, and made by the wrong algorithm, over the wrong text or with the wrong key. */
export function forge(parts: CallbackParts, { desk, world }: { desk: Desk; world: World }): Forged[] {
  return parts.provider === 'paypal' ? forgePaypal(parts, { desk, world }) : forgeHmac(parts, desk)
}

function forgeHmac(parts: CallbackParts, { provider, secret }: Desk): Forged[] {
  const place = SIGNATURES[provider]
  const key = provider === 'sandbox' ? Buffer.from(secret.slice('whsec_'.length), 'base64') : secret
  const text = signedText(parts)
  const right = createHmac('sha256', key).update(text).digest(place.encoding)
  if (right !== valueAt(parts, place)) throw new Error(`what ${provider} signs is not what we think`)
  const made: [string, string][] = [
    ...['sha1', 'sha384', 'sha512', 'md5', 'sha512-256', 'sha3-256'].map((algorithm): [string, string] => [
      `signed with ${algorithm}`,
      createHmac(algorithm, key).update(text).digest(place.encoding),
    ]),
    ['a hash without a key', createHash('sha256').update(text).digest(place.encoding)],
    ['a hash with the key in front', createHash('sha256').update(key).update(text).digest(place.encoding)],
    ['key and text changed places', createHmac('sha256', text).update(key).digest(place.encoding)],
    ['the body alone is signed', createHmac('sha256', key).update(parts.body).digest(place.encoding)],
    ['nothing is signed', createHmac('sha256', key).update('').digest(place.encoding)],
    [
      'signed with the secret spelled otherwise',
      createHmac('sha256', `${secret}\n`).update(text).digest(place.encoding),
    ],
  ]
  return made.map(([alteration, value]) => ({
    family: 'signature',
    alteration,
    parts: withValueAt(parts, place, value),
  }))
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

function forgePaypal(parts: CallbackParts, { desk, world }: { desk: Desk; world: World }): Forged[] {
  const { paypalKey, impostor } = world.outside
  const head = `${headerOf(parts, 'paypal-transmission-id')}|${headerOf(parts, 'paypal-transmission-time')}`
  const text = Buffer.from(`${head}|${desk.secret}|${crc32(parts.body)}`)
  const raw = Buffer.from(`${head}|${desk.secret}|${parts.body.toString()}`)
  const signed = (algorithm: string, key: KeyObject, of = text) => sign(algorithm, of, key).toString('base64')
  const pss = { key: paypalKey.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING }
  if (signed('sha256', paypalKey.privateKey) !== valueAt(parts, SIGNATURES.paypal)) {
    throw new Error('what PayPal signs is not what we think')
  }
  const with64 = (signature: string) => withHeader(parts, 'paypal-transmission-sig', signature)
  const own = with64(signed('sha256', impostor.key.privateKey))
  const path = new URL(headerOf(parts, 'paypal-cert-url')).pathname
  const sha1 = with64(signed('sha1', paypalKey.privateKey))
  return [
    { family: 'signature', alteration: 'signed with sha1', parts: sha1 },
    {
      family: 'signature',
      alteration: 'sha1, and says so',
      parts: withHeader(sha1, 'paypal-auth-algo', 'SHA1withRSA'),
    },
    { family: 'signature', alteration: 'signed with sha512', parts: with64(signed('sha512', paypalKey.privateKey)) },
    { family: 'signature', alteration: 'signed with PSS', parts: with64(sign('sha256', text, pss).toString('base64')) },
    {
      family: 'signature',
      alteration: 'the body is signed',
      parts: with64(signed('sha256', paypalKey.privateKey, raw)),
    },
    { family: 'secret', alteration: "signed with the impostor's key", parts: own },
    {
      family: 'certificate',
      alteration: "the impostor's key and certificate",
      parts: withHeader(own, 'paypal-cert-url', impostor.url + path),
    },
  ]
}
