import { expect, test } from 'vitest'
import { createHostKinds, type HostKind, KINDS } from '../../src/http/origins/host-kinds.ts'
import { readConfig } from '../../src/config/config.ts'
import { hostNameOf } from '../../src/host-name.ts'
import { newId, type StoreId } from '../../src/ids.ts'

const STORES = new Map([
  ['vale.stores.example', newId<StoreId>()],
  ['shop.vale.example', newId<StoreId>()],
])

/** The kinds of a host as text, in an installation with these settings. */
function kindsIn(settings: Record<string, string>) {
  const config = readConfig({ DATABASE_URL: 'postgres://x', ...settings })
  const hosts = {
    findStoreByHost: (host: string) => STORES.get(host),
    findPreview: () => undefined,
    revisionOf: () => undefined,
    readChanges: async () => undefined,
  }
  const kinds = createHostKinds(config, hosts)
  return (host: string | undefined) => {
    const name = hostNameOf(host ?? '')
    const bits = kinds.of(name)
    expect(kinds.of(name), 'the second answer, from memory').toBe(bits)
    return (Object.keys(KINDS) as HostKind[]).filter((kind) => (KINDS[kind] & bits) !== 0).join('+')
  }
}

test('an installation with storefronts has three kinds of hosts', () => {
  const kindOf = kindsIn({ PUBLIC_URL: 'https://manage.example', STOREFRONT_DOMAIN: 'stores.example' })
  for (const host of ['manage.example', 'MANAGE.example', 'manage.example.', 'manage.example:443'])
    expect(kindOf(host), host).toBe('management')
  for (const host of ['api.stores.example', 'api.stores.example:8443']) expect(kindOf(host), host).toBe('api')
  for (const host of ['vale.stores.example', 'shop.vale.example']) expect(kindOf(host), host).toBe('storefront')
})

test('an unknown name gets nothing, whatever it looks like', () => {
  const kindOf = kindsIn({ PUBLIC_URL: 'https://manage.example', STOREFRONT_DOMAIN: 'stores.example' })
  const names = [
    'evil.example',
    'stores.example',
    'x.stores.example',
    'a.vale.stores.example',
    'manage.example.evil.example',
  ]
  const odd = [
    'a.manage.example',
    'manage.example@evil.example',
    'manage.example, evil.example',
    '127.0.0.1.evil.example',
    'a b',
    '*',
  ]
  for (const host of [...names, ...odd, 'manage.localhost', 'x'.repeat(2_000)]) expect(kindOf(host), host).toBe('')
})

test('game servers can call by address, by the name of a container, or without a host', () => {
  const kindOf = kindsIn({ PUBLIC_URL: 'https://manage.example', STOREFRONT_DOMAIN: 'stores.example' })
  for (const host of [
    '203.0.113.7',
    '10.0.0.7:8080',
    '127.0.0.1',
    '[2001:db8::7]:8080',
    '[::1]',
    'quartermaster:8080',
    'localhost',
    '',
    undefined,
  ])
    expect(kindOf(host), host).toBe('api')
})

test('without storefronts, the management and the APIs share the host of PUBLIC_URL', () => {
  const kindOf = kindsIn({ PUBLIC_URL: 'https://pay.vale.example' })
  expect(kindOf('pay.vale.example')).toBe('management+api')
  expect(kindOf('203.0.113.7')).toBe('api')
  expect(kindOf('vale.example')).toBe('')
  const byAddress = kindsIn({ PUBLIC_URL: 'http://10.0.0.7:8080' })
  expect(byAddress('10.0.0.7:8080')).toBe('management+api')
  expect(byAddress('10.0.0.8:8080')).toBe('api')
})

test('API_URL names the host of the APIs, and can be that of PUBLIC_URL', () => {
  const domains = { PUBLIC_URL: 'https://manage.example', STOREFRONT_DOMAIN: 'stores.example' }
  const apart = kindsIn({ ...domains, API_URL: 'https://games.example' })
  expect([apart('games.example'), apart('api.stores.example'), apart('manage.example')]).toEqual([
    'api',
    '',
    'management',
  ])
  expect(kindsIn({ ...domains, API_URL: 'https://manage.example' })('manage.example')).toBe('management+api')
})

test('on this machine, all loopback names and addresses are the host of PUBLIC_URL, and no other name is', () => {
  const kindOf = kindsIn({})
  for (const host of ['127.0.0.1:8080', 'localhost:80', 'x.localhost', '[::1]:8080', '127.8.9.10'])
    expect(kindOf(host), host).toBe('management+api')
  expect(kindOf('rebound.evil.example')).toBe('')
  expect(kindOf('192.168.1.7')).toBe('api')
})

test('in development, the hosts of stores are below a domain of localhost', () => {
  const kindOf = kindsIn({ PUBLIC_URL: 'http://manage.localhost:8080', STOREFRONT_DOMAIN: 'stores.localhost' })
  expect(kindOf('manage.localhost:8080')).toBe('management')
  expect(kindOf('api.stores.localhost:8080')).toBe('api')
  expect(kindOf('unknown.stores.localhost:8080')).toBe('')
  expect(kindOf('127.0.0.1:8080')).toBe('management+api')
})

test('pages of strangers cannot be on the site of the management', () => {
  const read = (settings: Record<string, string>) => readConfig({ DATABASE_URL: 'postgres://x', ...settings })
  const sameSite = [
    ['https://manage.vale.example', 'vale.example'],
    ['https://manage.vale.example', 'stores.vale.example'],
    ['https://vale.example', 'stores.vale.example'],
    ['https://manage.vale.co.uk', 'stores.vale.co.uk'],
    ['https://vale.github.io', 'stores.vale.github.io'],
  ] as const
  for (const [PUBLIC_URL, STOREFRONT_DOMAIN] of sameSite) {
    expect(() => read({ PUBLIC_URL, STOREFRONT_DOMAIN }), PUBLIC_URL).toThrow('use another registrable domain')
    expect(read({ PUBLIC_URL, STOREFRONT_DOMAIN, SINGLE_OWNER: 'on' }).singleOwner).toBe(true)
  }
  const otherSites = [
    ['https://vale.example', 'vale-stores.example'],
    ['https://vale.co.uk', 'stores.co.uk'],
    ['https://one.github.io', 'two.github.io'],
    ['http://manage.localhost:8080', 'stores.localhost'],
    ['http://10.0.0.7', 'stores.example'],
  ] as const
  for (const [PUBLIC_URL, STOREFRONT_DOMAIN] of otherSites)
    expect(read({ PUBLIC_URL, STOREFRONT_DOMAIN }).storefrontDomain).toBe(STOREFRONT_DOMAIN)
  expect(() => read({ SINGLE_OWNER: 'on', SIGN_UP: 'open' })).toThrow('SINGLE_OWNER is on, but SIGN_UP is open')
})
