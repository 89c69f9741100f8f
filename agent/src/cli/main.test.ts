import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { agentCommand } from '../../test/agent-command.ts'
import { KEY, startTestStore } from '../../test/test-store.ts'
import { readConfig } from '../config.ts'
import { openJournal } from '../journal/journal.ts'

const [PROGRAM, ...FIRST] = agentCommand()

type ProgramResult = { code: number; stdout: string; stderr: string }

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-agent-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

function runProgram(args: string[], cwd: string, env: Record<string, string> = {}, input = ''): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const settings = { cwd, env: { ...process.env, ...env } }
    const child = execFile(PROGRAM, [...FIRST, ...args], settings, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
    child.stdin?.end(input)
  })
}

test('an invalid configuration is refused with a list of all problems', async () => {
  const cwd = await createFolder()
  const config = { url: 'shop', console: { dialect: 'minecraf' }, game: 'tetris', failures: ['('], jurnal: 'x' }
  await writeFile(join(cwd, 'quartermaster-agent.json'), JSON.stringify(config))

  const { code, stderr } = await runProgram([], cwd)
  expect(code).toBe(1)
  for (const problem of [
    'url must',
    'key is missing',
    'console.dialect must',
    'game must',
    'failures:',
    'jurnal is not a setting. Did you mean journal?',
  ])
    expect(stderr).toContain(problem)
  expect(stderr).not.toContain('    at ')
})

test('without a configuration the error says how to create one', async () => {
  const { code, stderr } = await runProgram(['run'], await createFolder())
  expect(code).toBe(1)
  expect(stderr).toContain('quartermaster-agent setup')
})

test('setup tests the settings and writes a file that only its owner can read', async () => {
  const cwd = await createFolder()
  const store = await startTestStore()
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

  const { code, stdout } = await runProgram(['setup', ...flags], cwd)
  expect(stdout).toContain('✓ Connected to the store Shop as server Test.')
  expect(stdout).toContain('✗ Console (source): Cannot connect')
  expect(code).toBe(1)
  const file = join(cwd, 'quartermaster-agent.json')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ url: store.url, key: KEY, console: { port: 1 } })
})

test('setup asks for missing settings and writes no file without confirmation', async () => {
  const cwd = await createFolder()
  const answers = ['http://127.0.0.1:1', 'a-key', 'source', '', '1', 'secret', '27015']

  const refused = await runProgram(['setup'], cwd, {}, [...answers, 'no'].join('\n'))
  expect(refused.code).toBe(1)
  expect(refused.stdout).toContain('✗ Store: ')
  expect(await readdir(cwd)).toEqual([])
  await runProgram(['setup'], cwd, {}, [...answers, 'yes'].join('\n'))
  const config: unknown = JSON.parse(await readFile(join(cwd, 'quartermaster-agent.json'), 'utf8'))
  expect(config).toMatchObject({ key: 'a-key', serverPort: 27_015, console: { dialect: 'source', host: '127.0.0.1' } })
})

test('status shows uncertain deliveries and what to do, while an agent uses the journal', async () => {
  const cwd = await createFolder()
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
  await journal.write({
    id: 'cmd_1',
    attempt: 1,
    kind: 'concluded',
    outcome: { outcome: 'in_doubt', reason: 'connection lost' },
  })

  const { stdout } = await runProgram(['status'], cwd)
  expect(stdout).toContain('Uncertain: 1')
  expect(stdout).toContain('quartermaster delivery resolve --delivery cmd_1 --as delivered')
  const { uncertain } = JSON.parse((await runProgram(['status', '--json'], cwd)).stdout) as {
    uncertain: { id: string }[]
  }
  expect(uncertain.map(({ id }) => id)).toEqual(['cmd_1'])
})

test('journal lists what ran with its checkout, and leaves out what did not run', async () => {
  const cwd = await createFolder()
  const config = { url: 'http://127.0.0.1:1', key: 'k', console: { dialect: 'source', port: 1, password: 'p' } }
  await writeFile(join(cwd, 'quartermaster-agent.json'), JSON.stringify(config))
  const journal = await openJournal(join(cwd, 'quartermaster-agent.journal'))
  onTestFinished(() => journal.close())
  const taken = { kind: 'taken', player: 'steve', type: 'APPROVE', products: ['VIP'], repeatable: false } as const
  for (const id of ['cmd_waits', 'cmd_begun', 'cmd_done']) {
    await journal.write({ id, attempt: 1, ...taken, checkoutId: `chk_${id}`, steps: 1, done: 0 })
    if (id !== 'cmd_waits') await journal.write({ id, attempt: 1, kind: 'begun', step: 0 })
  }
  const done = { id: 'cmd_done', attempt: 1 }
  await journal.write({ ...done, kind: 'ended', step: 0, output: 'ok' })
  await journal.write({ ...done, kind: 'concluded', outcome: { outcome: 'done', done: 1 } })

  const list = async (...options: string[]) => {
    const { stdout } = await runProgram(['journal', '--json', ...options], cwd)
    return (JSON.parse(stdout) as { deliveries: object[] }).deliveries
  }
  expect(await list()).toMatchObject([
    { id: 'cmd_begun', checkoutId: 'chk_cmd_begun', result: 'uncertain', commandsRun: 0 },
    { id: 'cmd_done', checkoutId: 'chk_cmd_done', player: 'steve', result: 'delivered', commandsRun: 1 },
  ])
  expect(await list('--since', '2026-01-01')).toHaveLength(2)
  expect(await list('--since', '2999-01-01')).toEqual([])
  expect((await runProgram(['journal', '--since', 'yesterday'], cwd)).code).toBe(2)
})

test('secrets can come from the environment, and the unit file starts this program and allows writing only to the journal folder', async () => {
  const cwd = await createFolder()
  const file = join(cwd, 'agent.json')
  const config = { url: 'http://127.0.0.1:1', console: { dialect: 'rust', port: 28_016 }, journal: 'deep/journal' }
  await writeFile(file, JSON.stringify(config))
  const env = { QUARTERMASTER_KEY: 'k', QUARTERMASTER_CONSOLE_PASSWORD: 'p' }

  const { code, stdout } = await runProgram(['systemd', '--config', 'agent.json', '--user', 'rust'], cwd, env)
  expect(code).toBe(0)
  expect(stdout).toContain(`ReadWritePaths=${join(cwd, 'deep')}`)
  expect(stdout).toContain('User=rust')
  expect(stdout).toContain(`ExecStart=${[...agentCommand(), 'run', '--config', file].join(' ')}\n`)
})

test('containers need no file: the environment has all settings and overrides those of a file', async () => {
  const cwd = await createFolder()
  const file = join(cwd, 'agent.json')
  const env = {
    QUARTERMASTER_URL: 'https://store.example',
    QUARTERMASTER_KEY: 'k',
    QUARTERMASTER_CONSOLE_DIALECT: 'minecraft',
    QUARTERMASTER_CONSOLE_HOST: 'game',
    QUARTERMASTER_CONSOLE_PORT: '25575',
    QUARTERMASTER_CONSOLE_PASSWORD: 'p',
  }
  const expected = {
    url: 'https://store.example',
    console: { dialect: 'minecraft', address: 'game:25575' },
    warnings: [],
  }
  expect(readConfig(file, env)).toMatchObject(expected)
  expect(() => readConfig(file, { ...env, QUARTERMASTER_CONSOLE_PORT: 'rcon' })).toThrow(
    'console.port must be a number',
  )
  const console = { dialect: 'source', host: '10.0.0.7', port: 1, timeoutMs: 9 }
  await writeFile(file, JSON.stringify({ url: 'https://other.example', console }), { mode: 0o600 })
  expect(readConfig(file, env)).toMatchObject(expected)
})

test('an unknown command or option is refused with a suggestion', async () => {
  const cwd = await createFolder()
  const unknownCommand = await runProgram(['stauts'], cwd)
  expect(unknownCommand.code).toBe(2)
  expect(unknownCommand.stderr).toContain('Unknown command "stauts". Did you mean status?')
  expect(unknownCommand.stderr).toContain('--help')
  const unknownOption = await runProgram(['setup', '--passwrod', 'secret'], cwd)
  expect(unknownOption.code).toBe(2)
  expect(unknownOption.stderr).toContain('Unknown option --passwrod. Did you mean --password?')
  expect(unknownOption.stderr).not.toContain('secret')
  expect((await runProgram(['deliver'], cwd)).stderr).toContain('Unknown command "deliver".\n')
  expect((await runProgram(['run', 'now'], cwd)).stderr).toContain('takes no further arguments')
})

test('help lists the commands and describes each of them', async () => {
  const cwd = await createFolder()
  expect((await runProgram(['status', '--help'], cwd)).stdout).toContain('quartermaster-agent status --json')
  const overview = (await runProgram(['--help'], cwd)).stdout
  for (const name of ['run', 'setup', 'check', 'status', 'systemd']) expect(overview).toContain(`\n  ${name} `)
})

test('--version prints the version of the package', async () => {
  const packageFile = new URL('../../package.json', import.meta.url)
  const { version } = JSON.parse(await readFile(packageFile, 'utf8')) as { version: string }
  expect(await runProgram(['--version'], await createFolder())).toMatchObject({ code: 0, stdout: `${version}\n` })
})

test('the configuration warns about a key file that others can read, and about a store without https', async () => {
  const cwd = await createFolder()
  const config = { url: 'http://store.example', keyFile: 'key', console: { dialect: 'source', port: 1, password: 'x' } }
  await writeFile(join(cwd, 'quartermaster-agent.json'), JSON.stringify(config), { mode: 0o600 })
  await writeFile(join(cwd, 'key'), 'abc\n', { mode: 0o644 })
  expect(readConfig(join(cwd, 'quartermaster-agent.json'), {}).warnings).toEqual([
    expect.stringContaining(`can read ${join(cwd, 'key')}`),
    'The server key is sent to store.example without encryption. Change url to https://',
  ])
})
