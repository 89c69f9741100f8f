import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { KEY, startSmallStore } from '../../test/test-store.ts'
import { openJournal } from '../journal/journal.ts'

const PROGRAM = fileURLToPath(new URL('../../bin/quartermaster-agent.mjs', import.meta.url))

type Called = { code: number; out: string; err: string }

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-agent-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

function call(args: string[], cwd: string, env: Record<string, string> = {}, input = ''): Promise<Called> {
  return new Promise((resolve) => {
    const settings = { cwd, env: { ...process.env, ...env } }
    const child = execFile(process.execPath, [PROGRAM, ...args], settings, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
    child.stdin?.end(input)
  })
}

test('a configuration that cannot be used is refused with all of its faults', async () => {
  const cwd = await newFolder()
  const config = { url: 'shop', console: { dialect: 'minecraf' }, game: 'tetris', failures: ['('], jurnal: 'x' }
  await writeFile(join(cwd, 'quartermaster-agent.json'), JSON.stringify(config))

  const { code, err } = await call([], cwd)
  expect(code).toBe(1)
  for (const name of ['url has', 'key is missing', 'console.dialect has', 'game has', 'failures:', 'jurnal is not'])
    expect(err).toContain(name)
  expect(err).not.toContain('    at ')
})

test('without a configuration it says how to make one', async () => {
  const { code, err } = await call(['run'], await newFolder())
  expect(code).toBe(1)
  expect(err).toContain('quartermaster-agent setup')
})

test('setup tries what it was given and writes it for its owner alone', async () => {
  const cwd = await newFolder()
  const store = await startSmallStore()
  onTestFinished(() => store.stop())
  const flags = [
    '--url',
    store.url,
    '--key',
    KEY,
    '--dialect',
    'source',
    '--port',
    '1',
    '--password',
    'secret',
    '--yes',
  ]

  const { code, out } = await call(['setup', ...flags], cwd)
  expect(out).toContain('✓ The store Shop knows this server as Test.')
  expect(out).toContain('✗ The source console')
  expect(code).toBe(1)
  const file = join(cwd, 'quartermaster-agent.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ url: store.url, key: KEY, console: { port: 1 } })
})

test('setup asks a person for what is missing, and leaves nothing behind when they do not agree', async () => {
  const cwd = await newFolder()
  const answers = ['http://127.0.0.1:1', 'a-key', 'source', '', '1', 'secret', '27015']

  const refused = await call(['setup'], cwd, {}, [...answers, 'no'].join('\n'))
  expect(refused.code).toBe(1)
  expect(refused.out).toContain('✗ The store')
  expect(await readdir(cwd)).toEqual([])
  await call(['setup'], cwd, {}, [...answers, 'yes'].join('\n'))
  const config: unknown = JSON.parse(await readFile(join(cwd, 'quartermaster-agent.json'), 'utf8'))
  expect(config).toMatchObject({ key: 'a-key', serverPort: 27_015, console: { dialect: 'source', host: '127.0.0.1' } })
})

test('status shows what is in doubt while an agent holds the journal, and how to decide it', async () => {
  const cwd = await newFolder()
  const config = {
    url: 'http://127.0.0.1:1',
    keyFile: 'key',
    console: { dialect: 'source', port: 1, passwordFile: 'key' },
  }
  await writeFile(join(cwd, 'quartermaster-agent.json'), JSON.stringify(config))
  await writeFile(join(cwd, 'key'), 'abc\n')
  const journal = await openJournal(join(cwd, 'quartermaster-agent.journal'))
  onTestFinished(() => journal.close())
  const entry = { player: 'steve', type: 'APPROVE', products: ['VIP'], repeatable: false, steps: 1, done: 0 } as const
  await journal.write({ id: 'cmd_1', attempt: 1, kind: 'taken', ...entry })
  await journal.write({ id: 'cmd_1', attempt: 1, kind: 'concluded', outcome: { outcome: 'in_doubt', reason: 'cut' } })

  const { out } = await call(['status'], cwd)
  expect(out).toContain('In doubt: 1')
  expect(out).toContain('npx quartermaster commands settle --command cmd_1 --as done')
  const { inDoubt } = JSON.parse((await call(['status', '--json'], cwd)).out) as { inDoubt: { id: string }[] }
  expect(inDoubt.map(({ id }) => id)).toEqual(['cmd_1'])
})

test('secrets come from the environment, and the unit file names the journal as the one place to write to', async () => {
  const cwd = await newFolder()
  const config = { url: 'http://127.0.0.1:1', console: { dialect: 'rust', port: 28_016 }, journal: 'deep/journal' }
  await writeFile(join(cwd, 'agent.json'), JSON.stringify(config))
  const env = { QUARTERMASTER_KEY: 'k', QUARTERMASTER_CONSOLE_PASSWORD: 'p' }

  const { code, out } = await call(['systemd', '--config', 'agent.json', '--user', 'rust'], cwd, env)
  expect(code).toBe(0)
  expect(out).toContain(`ReadWritePaths=${join(cwd, 'deep')}`)
  expect(out).toContain('User=rust')
})

test('a command that does not exist is refused with the way to help', async () => {
  const cwd = await newFolder()
  const { code, err } = await call(['delver'], cwd)
  expect(code).toBe(2)
  expect(err).toContain('--help')
  expect((await call(['status', '--help'], cwd)).out).toContain('quartermaster-agent status --json')
  const overview = (await call(['--help'], cwd)).out
  for (const name of ['run', 'setup', 'check', 'status', 'systemd']) expect(overview).toContain(`\n  ${name} `)
})
