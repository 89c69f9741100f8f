import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openStdin, type StdinSettings } from './stdin.ts'
import { LONG_RESPONSE } from './test/test-game.ts'

const GAME = fileURLToPath(new URL('test/stdin-game.mjs', import.meta.url))
const neverAborted = new AbortController().signal

test('starts the server, waits until it is ready, and runs commands in order', async () => {
  const { console, ran, lines } = await startServer()
  expect(lines).toEqual(['starting', 'Done (0.1s)! For help, type "help"'])
  const commands = Array.from({ length: 3 }, (_, i) => `give Steve item_${i}`)
  const responses = await Promise.all(commands.map((command) => console.run(command)))
  expect(responses).toEqual(commands.map((command) => `did ${command}`))
  expect(await console.run('long')).toBe(LONG_RESPONSE)
  expect(await console.run('nothing')).toBe('')
  expect(await ran()).toEqual([...commands, 'long', 'nothing'])
})

test('lists the online players with the pattern of the owner', async () => {
  const { console } = await startServer({ online: { command: 'list', pattern: '^online: (\\w+)' } })
  expect(await console.online?.()).toEqual(['Steve', 'Alex'])
})

test('refuses a command of two lines before anything is written', async () => {
  const { console, ran } = await startServer()
  await expect(console.run('say hi\nop Mallory')).rejects.toMatchObject({ mayHaveRun: false })
  expect(await ran()).toEqual([])
})

test.each(['exit-before-running', 'exit-after-running'])(
  'a command during which the server exits may have run (%s)',
  async (command) => {
    const { console } = await startServer({ quietMs: 2_000 })
    const second = console.run(command).then(
      () => undefined,
      () => console.run('two'),
    )
    await expect(second).rejects.toMatchObject({ mayHaveRun: false })
    await console.closed
    await expect(
      startServer({ quietMs: 2_000 }).then(({ console: other }) => other.run(command)),
    ).rejects.toMatchObject({
      mayHaveRun: true,
    })
  },
)

test('closing the console stops the server', async () => {
  const { console, ran } = await startServer({ stop: 'stop' })
  await console.close()
  await console.closed
  expect(await ran()).toEqual(['stop'])
  await expect(console.run('one')).rejects.toMatchObject({ mayHaveRun: false })
})

test('the error names a program that cannot be started', async () => {
  const opening = openStdin({ program: '/no/such/server', timeoutMs: 1_000 }, neverAborted)
  await expect(opening).rejects.toThrow('/no/such/server cannot be started')
})

test('a server that exits before it is ready fails to open', async () => {
  const settings = { program: process.execPath, args: ['-e', ''], ready: 'Done', timeoutMs: 1_000 }
  await expect(openStdin(settings, neverAborted)).rejects.toThrow('it exited')
})

async function startServer(settings: Partial<StdinSettings> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'stdin-game-'))
  const ranFile = join(folder, 'ran')
  const lines: string[] = []
  const console = await openStdin(
    {
      program: process.execPath,
      args: [GAME, ranFile],
      ready: '^Done',
      quietMs: 250,
      timeoutMs: 2_000,
      onLine: (line) => lines.push(line),
      ...settings,
    },
    neverAborted,
  )
  onTestFinished(async () => {
    await console.close()
    await rm(folder, { recursive: true })
  })
  const ran = async () => (await readFile(ranFile, 'utf8').catch(() => '')).split('\n').filter(Boolean)
  return { console, ran, lines }
}
