import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { findUnencrypted } from './find-unencrypted.ts'

test('all configuration problems are listed at once, without the database URL', () => {
  const read = () =>
    readConfig({ DATABASE_URL: 'mysql://root:hunter2@host/db', PORT: '99999', CELL: 'Far-Away', LOG_LEVEL: 'loud' })
  expect(read).toThrow(/4 problems/)
  for (const name of ['DATABASE_URL', 'PORT', 'CELL', 'LOG_LEVEL']) expect(read).toThrow(name)
  expect(read).not.toThrow('hunter2')
})

test('DATABASE_URL is the only required setting', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://localhost/quartermaster' })).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    cell: 'c1',
  })
})

test('e-mail and sign-in providers need all their settings, and secrets are never printed', () => {
  const read = (env: Record<string, string>) =>
    readConfig({ DATABASE_URL: 'postgres://localhost/quartermaster', ...env })
  expect(read({})).toMatchObject({ smtp: undefined, discord: undefined, github: undefined })
  expect(read({ SMTP_URL: 'smtps://u:p@mail.example', MAIL_FROM: 'Vale <store@vale.example>' }).smtp).toEqual({
    url: 'smtps://u:p@mail.example',
    from: 'Vale <store@vale.example>',
  })
  expect(read({ GITHUB_CLIENT_ID: 'a', GITHUB_CLIENT_SECRET: 'b' }).github).toEqual({
    clientId: 'a',
    clientSecret: 'b',
  })
  const invalid = () =>
    read({ SMTP_URL: 'http://u:hunter2@mail.example', MAIL_FROM: 'a@b\nBcc: c@d', DISCORD_CLIENT_SECRET: 'hunter2' })
  expect(invalid).toThrow(/3 problems/)
  for (const name of ['SMTP_URL', 'MAIL_FROM', 'DISCORD_CLIENT_ID']) expect(invalid).toThrow(name)
  expect(invalid).not.toThrow('hunter2')
})

test('TRUST_PROXY lists addresses, ranges and names of ranges, and anything else stops the start', () => {
  const read = (proxies: string) =>
    readConfig({ DATABASE_URL: 'postgres://localhost/quartermaster', TRUST_PROXY: proxies }).trustProxy
  const proxies = read('loopback, 10.0.0.0/24,::ffff:192.0.2.1')
  const trusted = ['127.0.0.9', '::1', '10.0.0.7', '10.0.1.7', '192.0.2.1'].filter(proxies.includes)
  expect(trusted).toEqual(['127.0.0.9', '::1', '10.0.0.7', '192.0.2.1'])
  expect(read('').isEmpty).toBe(true)
  for (const wrong of ['true', '1', 'constructor', '10.0.0.0/33', 'proxy.example'])
    expect(() => read(wrong), wrong).toThrow('TRUST_PROXY')
})

test('DATABASE_URL cannot replace the role of connections', () => {
  for (const parameters of ['options=-c%20jit%3Doff', 'sslmode=require&options=', 'opt%69ons=-crole%3Dpostgres']) {
    const read = () => readConfig({ DATABASE_URL: `postgres://localhost/quartermaster?${parameters}` })
    expect(read).toThrow('DATABASE_URL must not contain the parameter `options`')
  }
  expect(readConfig({ DATABASE_URL: 'postgres://localhost/options?sslmode=require' }).port).toBe(8080)
})

test('health and metrics are not public, even if the store is', () => {
  const config = readConfig({ DATABASE_URL: 'postgres://localhost/quartermaster', HOST: '0.0.0.0' })
  expect(config).toMatchObject({ host: '0.0.0.0', metricsHost: '127.0.0.1' })
})

test('settings that send secrets without encryption cause a warning', () => {
  const find = (publicUrl: string, url?: string) =>
    findUnencrypted({ publicUrl, smtp: url === undefined ? undefined : { url, from: 'a@vale.example' } })
  expect(find('http://store.example')).toEqual([expect.stringContaining('PUBLIC_URL is not https')])
  expect(find('https://store.example', 'smtp://mail.example')).toEqual([
    expect.stringContaining('SMTP_URL is not smtps'),
  ])
  for (const url of ['smtps://mail.example:465', 'smtp://mail.example?requireTLS=true', 'smtp://127.0.0.1:25']) {
    expect(find('http://127.0.0.1:8080', url)).toEqual([])
  }
})
