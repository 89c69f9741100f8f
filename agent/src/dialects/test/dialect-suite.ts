import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { ConsoleError, type ConsoleSettings, type Dialect, type GameConsole } from '../dialect.ts'
import { LONG_RESPONSE, PASSWORD, type TestGame } from './test-game.ts'

type Subject = {
  open: Dialect['open']
  start: () => Promise<TestGame>
  maxCommandBytes: number
  /** The result of `online` for the test game. Absent if the console cannot list the players. */
  online?: string[]
}

const neverAborted = new AbortController().signal

/** The tests that every console has to pass, over any protocol. */
export function describeDialect(name: string, subject: Subject): void {
  const { open, start, maxCommandBytes, online } = subject
  const cleanups: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  })

  async function startGame(): Promise<TestGame> {
    const game = await start()
    cleanups.push(game.stop)
    return game
  }
  async function openConsole(game: TestGame, overrides: Partial<ConsoleSettings> = {}): Promise<GameConsole> {
    const settings = { host: '127.0.0.1', port: game.port, password: PASSWORD, timeoutMs: 5_000, ...overrides }
    const console = await open(settings, neverAborted)
    cleanups.push(console.close)
    return console
  }

  describe(`The console of ${name}`, () => {
    test('runs a command and returns the response of the game', async () => {
      const game = await startGame()
      const console = await openConsole(game)
      expect(await console.run('give Steve diamond 5')).toBe('did give Steve diamond 5')
      expect(await console.run('nothing')).toBe('')
      expect(game.ranCommands).toEqual(['give Steve diamond 5', 'nothing'])
    })

    test('reports a wrong password without printing it', async () => {
      const game = await startGame()
      const error = await catchError(openConsole(game, { password: 'hunter2' }))
      expect(error.message).toMatch(/password/)
      expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain('hunter2')
      expect(error.mayHaveRun).toBe(false)
    })

    test('reports that the game is not running, and that no command ran', async () => {
      const game = await start()
      await game.stop()
      const error = await catchError(openConsole(game))
      expect(error.mayHaveRun).toBe(false)
      expect(error.message).not.toContain(PASSWORD)
    })

    test('stops opening after the timeout, and when it is aborted', async () => {
      const silentServer = createServer(() => {})
      await new Promise<void>((resolve) => silentServer.listen(0, '127.0.0.1', resolve))
      cleanups.push(async () => void silentServer.close())
      const address = silentServer.address()
      const port = typeof address === 'object' && address ? address.port : 0
      const settings = { host: '127.0.0.1', port, password: PASSWORD, timeoutMs: 100 }
      expect((await catchError(open(settings, neverAborted))).mayHaveRun).toBe(false)
      const stopping = new AbortController()
      const opening = open({ ...settings, timeoutMs: 60_000 }, stopping.signal)
      stopping.abort()
      await expect(opening).rejects.toBeInstanceOf(Error)
    })

    test('runs a hundred concurrent commands in order, each with its own response', async () => {
      const game = await startGame()
      const console = await openConsole(game)
      const commands = Array.from({ length: 100 }, (_, i) => `give Steve item_${i}`)
      const responses = await Promise.all(commands.map((command) => console.run(command)))
      expect(responses.map((response) => response.trim())).toEqual(commands.map((command) => `did ${command}`))
      expect(game.ranCommands).toEqual(commands)
    })

    test('reads a long response to its end, and the next one from its beginning', async () => {
      const console = await openConsole(await startGame())
      const [long, next] = await Promise.all([console.run('long'), console.run('next')])
      expect(long).toBe(LONG_RESPONSE)
      expect(next).toBe('did next')
    })

    test('refuses line breaks, NULs, lone surrogates and long commands before anything is sent', async () => {
      const game = await startGame()
      const console = await openConsole(game)
      const invalidCommands = ['a\nb', 'a\rb', 'a\0b', 'a\ud800b', '', ' ', 'é'.repeat(maxCommandBytes / 2 + 1)]
      for (const command of invalidCommands) expect((await catchError(console.run(command))).mayHaveRun).toBe(false)
      const longest = 'x'.repeat(maxCommandBytes)
      expect(await console.run(longest)).toBe(`did ${longest}`)
      expect(game.ranCommands).toEqual([longest])
    })

    test.each(['disconnect-before-running', 'disconnect-after-running', 'run-without-response'] as const)(
      'a command without a response may have run (%s), and the console closes',
      async (behaviour) => {
        const game = await startGame()
        const console = await openConsole(game, { timeoutMs: 250 })
        game.behaviour = behaviour
        const [first, second] = await Promise.all([catchError(console.run('one')), catchError(console.run('two'))])
        expect(first.mayHaveRun).toBe(true)
        expect(second.mayHaveRun).toBe(false)
        await console.closed
        expect(game.ranCommands).toEqual(behaviour === 'disconnect-before-running' ? [] : ['one'])
      },
    )

    test('after close, the current command may have run and queued commands have not', async () => {
      const game = await startGame()
      const console = await openConsole(game)
      game.behaviour = 'run-without-response'
      const runs = Promise.all([catchError(console.run('one')), catchError(console.run('two'))])
      await expect.poll(() => game.ranCommands).toEqual(['one'])
      await console.close()
      expect((await runs).map(({ mayHaveRun }) => mayHaveRun)).toEqual([true, false])
      expect((await catchError(console.run('three'))).mayHaveRun).toBe(false)
      await console.closed
    })

    test('lists the online players, if it can', async () => {
      const console = await openConsole(await startGame())
      expect(await console.online?.()).toEqual(online)
    })
  })
}

/** For protocols with a connection that can end between commands. UDP has none. */
export function describeLostConnection(name: string, { open, start }: Pick<Subject, 'open' | 'start'>): void {
  test(`a command to ${name} after the connection was lost has certainly not run`, async () => {
    const game = await start()
    const settings = { host: '127.0.0.1', port: game.port, password: PASSWORD, timeoutMs: 5_000 }
    const console = await open(settings, neverAborted)
    game.closeConnections()
    await console.closed
    expect((await catchError(console.run('one'))).mayHaveRun).toBe(false)
    expect(game.ranCommands).toEqual([])
    await game.stop()
  })
}

async function catchError(promise: Promise<unknown>): Promise<ConsoleError> {
  const error = await promise.then(
    () => new Error('The promise did not reject'),
    (reason: unknown) => reason,
  )
  if (error instanceof ConsoleError) return error
  throw error
}
