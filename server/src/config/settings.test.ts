import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { ConfigError, readConfig } from './config.ts'
import { readSettings } from './read-settings.ts'
import { findSettingsFile } from './settings-file.ts'
import { keyOf, SETTINGS } from './settings.ts'

const folder = await mkdtemp(join(tmpdir(), 'quartermaster-settings-'))
const file = join(folder, 'quartermaster.toml')
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => () => vi.unstubAllEnvs())

/** Reads a configuration file with this text, and an environment of these variables. */
async function read(text: string, env: Record<string, string> = {}) {
  await writeFile(file, text, { mode: 0o600 })
  return readSettings({ QUARTERMASTER_CONFIG: file, ...env })
}

async function problemsOf(text: string): Promise<string> {
  await writeFile(file, text, { mode: 0o600 })
  vi.stubEnv('QUARTERMASTER_CONFIG', file)
  for (const { name } of SETTINGS) vi.stubEnv(name, undefined)
  try {
    readConfig()
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('the file was accepted')
}

test('the list has every setting that is read, and each once', () => {
  const names = new Set<string>()
  const values = { DATABASE_URL: 'postgres://localhost/quartermaster' }
  readConfig(new Proxy(values, { get: (target, name) => (names.add(String(name)), Reflect.get(target, name)) }))
  expect(SETTINGS.map(({ name }) => name).toSorted()).toEqual([...names].toSorted())
})

test('the documented table of settings is the list in the code', async () => {
  const page = await readFile(new URL('../../../docs/operate/configuration.md', import.meta.url), 'utf8')
  const documented = page.split('\n').filter((line) => /^\| `[A-Z_]+` \|/.test(line))
  const rows = SETTINGS.map(
    ({ name, meaning, default: fallback, isSecret }) =>
      `| \`${name}\` | ${meaning.replaceAll(/<(.+?)>/g, '\\<$1>')}${isSecret ? ' (secret)' : ''} | ${fallback} |`,
  )
  expect(documented).toEqual(rows)
})

test('the file takes every setting by its name in lower case, and the environment wins', async () => {
  const text = SETTINGS.map(({ name }) => `${keyOf(name)} = "file ${name}"`).join('\n')
  const { values, sources, problems } = await read(text, { PORT: '9000' })
  expect(problems).toEqual([])
  expect(values).toEqual({ ...Object.fromEntries(SETTINGS.map(({ name }) => [name, `file ${name}`])), PORT: '9000' })
  expect(sources).toMatchObject({ PORT: 'PORT', HOST: `host in ${file}` })
})

test('numbers, switches and lists of the file become the texts of the environment', async () => {
  const { values } = await read('port = 8081\nsingle_owner = true\ntrust_proxy = ["10.0.0.1", "10.0.0.2"]')
  expect(values).toEqual({ PORT: '8081', SINGLE_OWNER: 'on', TRUST_PROXY: '10.0.0.1,10.0.0.2' })
})

test('a setting can be in a file of its own, relative to the file that names it', async () => {
  await writeFile(join(folder, 'keys'), 'k1:abc\n', { mode: 0o600 })
  const inFile = await read('secret_keys_file = "keys"')
  expect(inFile).toMatchObject({ values: { SECRET_KEYS: 'k1:abc' }, problems: [], warnings: [] })
  const inEnvironment = await read('secret_keys = "other"', { SECRET_KEYS_FILE: join(folder, 'keys') })
  expect(inEnvironment.values).toEqual({ SECRET_KEYS: 'k1:abc' })
  expect((await read('secret_keys_file = "missing"')).problems).toEqual([
    `${join(folder, 'missing')} does not exist. Correct secret_keys_file in ${file}`,
  ])
})

test('an unknown key is refused with the one that was meant, and problems name the place of a value', async () => {
  const problems = await problemsOf('databse_url = "x"\nHOST = "x"\nlog_level = "loud"\n[mail]\nfrom = "x"')
  expect(problems).toContain(`databse_url in ${file} is not a setting. Did you mean database_url?`)
  expect(problems).toContain('HOST in')
  expect(problems).toContain('Write host')
  expect(problems).toContain('section [mail]')
  expect(problems).toContain(`log_level in ${file} is "loud"`)
})

test('a broken file is reported with its line, and its text is never printed', async () => {
  const problems = await problemsOf('port = 1\ndatabase_url = "postgres://a:hunter2@localhost')
  expect(problems).toContain(`${file}, line 2`)
  expect(problems).not.toContain('hunter2')
})

test('a secret in a file that everybody can read causes a warning', async () => {
  await writeFile(join(folder, 'smtp'), 'smtps://u:p@mail.example', { mode: 0o600 })
  await chmod(join(folder, 'smtp'), 0o644)
  expect((await read('smtp_url_file = "smtp"')).warnings).toEqual([expect.stringContaining('contains SMTP_URL')])
  await read('database_url = "postgres://a:b@localhost/x"')
  await chmod(file, 0o644)
  expect(readSettings({ QUARTERMASTER_CONFIG: file }).warnings).toEqual([expect.stringContaining(`chmod o= ${file}`)])
  await read('port = 1')
  await chmod(file, 0o644)
  expect(readSettings({ QUARTERMASTER_CONFIG: file }).warnings).toEqual([])
})

test('a named file is read even if another one exists in a usual place', async () => {
  await writeFile(file, '')
  expect(findSettingsFile('other.toml', [file])).toMatch(/other\.toml$/)
  expect(findSettingsFile(undefined, [join(folder, 'missing'), file])).toBe(file)
  expect(findSettingsFile('', [join(folder, 'missing')])).toBeUndefined()
})
