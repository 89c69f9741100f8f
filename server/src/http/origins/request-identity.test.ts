import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { parseTrustedProxies } from '../../config/trusted-proxies.ts'
import { createIdentify, requireValidAddress } from './request-identity.ts'

type Sent = { remote?: string; headers?: Record<string, string>; url?: string }

const identify = createIdentify({
  publicUrl: 'https://manage.example:8443',
  trustProxy: parseTrustedProxies('loopback, 10.0.0.0/24'),
})

function identityOf({ remote = '127.0.0.1', headers = {}, url = '/' }: Sent) {
  return identify({ socket: { remoteAddress: remote }, headers, url } as unknown as IncomingMessage)
}

test('a forwarded host is ignored, from a trusted proxy too', () => {
  const headers = { host: 'Shop.Example.', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' }
  expect(identityOf({ headers })).toMatchObject({ hostName: 'shop.example', origin: 'http://shop.example' })
})

test('the scheme and the address come from trusted proxies only', () => {
  const headers = { host: 'shop.example', 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.5' }
  expect(identityOf({ headers })).toMatchObject({ origin: 'https://shop.example', address: '203.0.113.5' })
  const direct = { origin: 'http://shop.example', address: '198.51.100.7' }
  expect(identityOf({ headers, remote: '198.51.100.7' })).toMatchObject(direct)
})

test('the client is the last address that is not a trusted proxy', () => {
  const addressOf = (forwarded: string, remote = '::ffff:127.0.0.1') =>
    identityOf({ remote, headers: { 'x-forwarded-for': forwarded } }).address
  expect(addressOf('1.1.1.1, 203.0.113.5, 10.0.0.7')).toBe('203.0.113.5')
  expect(addressOf('1.1.1.1, 10.0.1.7')).toBe('10.0.1.7')
  expect(addressOf('10.0.0.8, 10.0.0.7')).toBe('10.0.0.8')
  expect(addressOf('203.0.113.5:4711')).toBe('203.0.113.5')
  expect(addressOf('[2001:db8::1]:4711')).toBe('2001:db8::1')
  expect(addressOf(' ,')).toBe('::ffff:127.0.0.1')
})

test('text that is no address is refused, except from game servers, which then have the address of the proxy', () => {
  const headers = { 'x-forwarded-for': 'nobody' }
  expect(() => requireValidAddress(identityOf({ headers, url: '/p/vip' }))).toThrow('X-Forwarded-For')
  const game = identityOf({ headers, url: '/api/games/1.0/init' })
  expect(game.address).toBe('127.0.0.1')
  expect(() => requireValidAddress(game)).not.toThrow()
})

test('a port counts only if it is that of PUBLIC_URL, or on this machine', () => {
  const originOf = (host: string) => identityOf({ headers: { host } }).origin
  expect(originOf('shop.example:8443')).toBe('http://shop.example:8443')
  expect(originOf('shop.example:1337')).toBe('http://shop.example')
  expect(originOf('shop.localhost:8080')).toBe('http://shop.localhost:8080')
})

test('an address has one spelling, however it was encoded', () => {
  const pathOf = (url: string) => identityOf({ url }).path
  const spellings = ['/p/vip', '/%70/vip?a=1', '/p/%76%69%70#top', 'http://evil.example/p/vip', '/%70/vip#?']
  for (const url of spellings) expect(pathOf(url), url).toBe('/p/vip')
  expect(pathOf('/p/a%2fb')).toBe('/p/a%2Fb')
  expect(pathOf('/p/%2541')).toBe('/p/%2541')
  expect(pathOf('/p/%zz')).toBe('/p/%zz')
  expect(identityOf({ url: '/p/vip?lang=en#top' }).query).toBe('?lang=en')
})
