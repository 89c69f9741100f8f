import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import { afterAll, expect, inject, test } from 'vitest'
import { readSettings } from '../../src/config/read-settings.ts'
import { runInProcess } from '../run-in-process.ts'

const cluster = { url: inject('clusterUrl') }
const databaseUrl = await createDatabase(cluster)
const folder = await mkdtemp(join(tmpdir(), 'quartermaster-setup-'))
const file = join(folder, 'etc', 'quartermaster.toml')
afterAll(async () => {
  await dropDatabase(cluster, databaseUrl)
  await rm(folder, { recursive: true })
})

/** On a machine without settings of its own. */
const setup = (...args: string[]) =>
  runInProcess(['setup', ...args], { QUARTERMASTER_CONFIG: file, DATABASE_URL: '', SECRET_KEYS: '', PUBLIC_URL: '' })
const NEW = ['--domain', 'vale.example', '--email', 'ana@vale.example']
const LINK = /^https:\/\/manage\.vale\.example\/account\/confirm#token=\S+$/

test('without a terminal, setup names the missing option and changes nothing', async () => {
  const missing = [await setup('--email', 'ana@vale.example'), await setup('--domain', 'vale.example')]
  expect(missing.map(({ code }) => code)).toEqual([2, 2])
  expect(missing[0]?.stderr).toContain("required option '--domain <domain>' not specified")
  expect(missing[1]?.stderr).toContain("required option '--email <address>' not specified")
  expect(await setup('--domain', 'vale', '--email', 'ana@vale.example')).toMatchObject({
    code: 1,
    stderr: 'error: vale is not a domain. Use one like vale.example.\n',
  })
  expect((await setup('--domain', 'vale.example', '--email', 'ana')).code).toBe(1)
  expect(existsSync(join(folder, 'etc'))).toBe(false)
})

test('setup prepares a new machine, can be repeated after a failure, and never changes settings that exist', async () => {
  const failed = await setup(...NEW, '--database-url', 'postgres://nobody@127.0.0.1:1/nothing')
  expect([failed.code, existsSync(file)]).toEqual([1, false])

  const { code, stdout } = await setup(...NEW, '--database-url', databaseUrl, '--json')
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    url: expect.stringMatching(LINK) as string,
    file,
    isStarted: false,
    hosts: ['manage.vale.example', 'api.vale.example', '*.vale.example'],
  })
  const { values, problems, warnings } = readSettings({ QUARTERMASTER_CONFIG: file })
  expect({ problems, warnings }).toEqual({ problems: [], warnings: [] })
  expect(values).toEqual({
    DATABASE_URL: databaseUrl,
    SECRET_KEYS: expect.stringMatching(/^k1:.{44}$/) as string,
    PUBLIC_URL: 'https://manage.vale.example',
    STOREFRONT_DOMAIN: 'vale.example',
    SINGLE_OWNER: 'on',
    TRUST_PROXY: '127.0.0.1,::1',
  })
  const files = [file, join(folder, 'etc', 'database-url'), join(folder, 'etc', 'secret-keys')]
  const modes = await Promise.all(files.map(async (path) => (await stat(path)).mode & 0o777))
  expect(modes).toEqual([0o640, 0o640, 0o640])

  const written = await readFile(file, 'utf8')
  const again = await setup(...NEW)
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining(`${file} exists already`)])
  const link = await setup('--email', 'bo@vale.example')
  expect(link.stdout.trim().split('\n').at(-1)).toMatch(LINK)
  expect(await readFile(file, 'utf8')).toBe(written)
})
