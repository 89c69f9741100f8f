import type { Alterations } from './alteration.ts'
import { headerOf, withHeader } from './callback-parts.ts'

const CERTIFICATES = '/v1/notifications/certs/'

/** The callback names the address of PayPal's certificate. The product must not fetch one from anywhere else. */
export const CERTIFICATE: Alterations = {
  'a certificate elsewhere': (parts, { random, setup }) => {
    const original = new URL(headerOf(parts, 'paypal-cert-url'))
    const elsewhere = random.pick(ELSEWHERE)(new URL(setup.providers.impostor.url), original)
    return withHeader(parts, 'paypal-cert-url', elsewhere)
  },
  'another certificate of PayPal': (parts, { random }) => {
    const { origin } = new URL(headerOf(parts, 'paypal-cert-url'))
    return withHeader(parts, 'paypal-cert-url', `${origin}${CERTIFICATES}CERT-${random.integer(0, 1e9)}`)
  },
  'a path without a certificate': (parts, { random }) => {
    const { origin } = new URL(headerOf(parts, 'paypal-cert-url'))
    return withHeader(parts, 'paypal-cert-url', origin + random.pick(PATHS))
  },
  'another spelling of the address': (parts, { random }) =>
    withHeader(parts, 'paypal-cert-url', random.pick(SPELLINGS)(headerOf(parts, 'paypal-cert-url'))),
}

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

const PATHS = [
  CERTIFICATES,
  `${CERTIFICATES}../../../etc/passwd`,
  `${CERTIFICATES}%2e%2e/x`,
  `${CERTIFICATES}a/b`,
  `${CERTIFICATES}a?b`,
  `${CERTIFICATES}a%00`,
  `${CERTIFICATES}${'a'.repeat(129)}`,
  '/v1/oauth2/token',
  '/v1/notifications/certs',
  '/',
  '',
  '?',
]

const SPELLINGS: ((url: string) => string)[] = [
  (url) => url.toUpperCase(),
  (url) => url.replace('http:', 'HTTP:'),
  (url) => url.replace('http:', 'https:'),
  (url) => `${url}/`,
  (url) => `${url}?`,
  (url) => `${url}#`,
  (url) => `${url}?a=b`,
  (url) => `${url}%20`,
  (url) => url.replace('/v1/', '/./v1/'),
  (url) => url.replace('/v1/', '//v1/'),
  (url) => url.replace('/certs/', '/x/../certs/'),
  (url) => url.replace('CERT', '%43ERT'),
  (url) => url.replace('127.0.0.1', '127.1'),
  (url) => url.replace('127.0.0.1', 'localhost'),
  (url) => url.replace('://', '://user:password@'),
  (url) => url.replace('://', ':\\\\'),
  (url) => url.toLowerCase(),
  (url) => `<${url}>`,
]
