import { crc32 } from 'node:zlib'
import { withChecksum } from '../../../server/test/with-checksum.ts'
import {
  type AlterationContext,
  type Alterations,
  append,
  createAlterations,
  replace,
  type Spelling,
} from './alteration.ts'
import { headerOf, withHeader } from './callback-parts.ts'

const CERTIFICATES = '/v1/notifications/certs/'

const ADDRESSES: Record<string, (url: URL, context: AlterationContext) => string> = {
  'a certificate elsewhere': (url, { random, setup }) => random.pick(ELSEWHERE)(new URL(setup.impostor.url), url),
  'another certificate of PayPal': ({ origin }, { random }) => `${origin}${CERTIFICATES}CERT-${random.integer(0, 1e9)}`,
  'a path without a certificate': ({ origin }, { random }) => origin + random.pick(PATHS),
  'another spelling of the address': ({ href }, { random }) => random.pick(SPELLINGS)(href),
}

/** The callback names the address of PayPal's certificate. The product must not fetch one from anywhere else. */
export const CERTIFICATE: Alterations = createAlterations(ADDRESSES, (change, parts, context) => {
  const url = new URL(headerOf(parts, 'paypal-cert-url'))
  return withHeader(parts, 'paypal-cert-url', change(url, context))
})

const ELSEWHERE: ((impostor: URL, original: URL) => string)[] = [
  ({ origin }, { pathname }) => origin + pathname,
  ({ host }, { origin, pathname }) => `${origin}@${host}${pathname}`,
  ({ host }, { host: own, pathname }) => `http://${own}:x@${host}${pathname}`,
  ({ host }, { host: own, pathname }) => `http://${host}#${own}${pathname}`,
  ({ host }, { host: own, pathname }) => `http://${host}\\@${own}${pathname}`,
  ({ host }, { origin, pathname }) => `${origin}/../${host}${pathname}`,
  ({ host }, { pathname }) => `//${host}${pathname}`,
  ({ host }, { pathname }) => `http:${host}${pathname}`,
  ({ port }, { pathname }) => `http://localhost:${port}${pathname}`,
  ({ port }, { pathname }) => `http://[::ffff:127.0.0.1]:${port}${pathname}`,
  ({ port }, { pathname }) => `http://2130706433:${port}${pathname}`,
  ({ origin }, { origin: own, pathname }) => `${own}/redirect?to=${origin}${pathname}`,
  ({ origin }, { origin: own, pathname }) => `${own}${pathname},${origin}${pathname}`,
  ({ port }, { origin, pathname }) => `${origin}${port}${pathname}`,
  (_, { origin, pathname }) => `${origin}.evil.example${pathname}`,
  (_, { pathname }) => `https://api.paypal.com.evil.example${pathname}`,
  (_, { pathname }) => `https://api.paypal.com${pathname}`,
  (_, { pathname }) => `file://${pathname}`,
  () => 'file:///etc/passwd',
  () => 'data:text/plain,-----BEGIN CERTIFICATE-----',
  () => 'javascript:1',
]

const CERTIFICATE_NAMES = ['', '../../../etc/passwd', '%2e%2e/x', 'a/b', 'a?b', 'a%00', 'a'.repeat(129)]
const OTHER_PATHS = ['/v1/oauth2/token', '/v1/notifications/certs', '/', '', '?']
const PATHS = [...CERTIFICATE_NAMES.map((name) => CERTIFICATES + name), ...OTHER_PATHS]

const SPELLINGS: Spelling[] = [
  ...append('/', '?', '#', '?a=b', '%20'),
  ...replace('http:', 'HTTP:', 'https:'),
  ...replace('://', '://user:password@', ':\\\\'),
  ...replace('/v1/', '/./v1/', '//v1/'),
  ...replace('/certs/', '/x/../certs/'),
  ...replace('CERT', '%43ERT'),
  ...replace('127.0.0.1', '127.1', 'localhost'),
  (url) => url.toUpperCase(),
  (url) => url.toLowerCase(),
  (url) => `<${url}>`,
]

/**
 * PayPal signs a checksum of the body, and an attacker can write another body with the same checksum. So the product must not
 * trust the body: a payment that PayPal does not know has no effect.
 */
export const CHECKSUM: Alterations = {
  'an unknown payment with the same checksum': ({ body }, { random }) => ({
    body: rewriteBody(body, body.toString(), `F${random.integer(1e15, 9e15)}`),
  }),
  'the checkout of another payment with the same checksum': ({ body }, { random, genuine }) => {
    const other = /chk_\w+/.exec(random.pick(genuine).body.toString())?.[0] ?? ''
    const text = body.toString().replaceAll(/chk_\w{26}/g, other)
    return { body: rewriteBody(body, text, `F${random.integer(1e15, 9e15)}`) }
  },
}

/** The text with other ids and the checksum of the original. */
function rewriteBody(original: Buffer, text: string, id: string): Buffer {
  const rewritten = text.replace(/(?<="id":"WH-)[^"]+/, id).replace(/(?<="resource":\{"id":")[^"]+/, id)
  return Buffer.from(withChecksum(rewritten, crc32(original)))
}
