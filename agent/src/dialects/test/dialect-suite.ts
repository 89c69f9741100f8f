import { createServer } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { ConsoleError, type ConsoleSettings, type Dialect, type GameConsole } from '../dialect.ts'
import { LONG_ANSWER, PASSWORD, type TestGame } from './test-game.ts'

type Subject = {
  open: Dialect['open']
  start: () => Promise<TestGame>
  /** The longest command that the wire takes. */
  mostBytes: number
  /** What `online` yields of the test game. */
  online: string[]
}

const never = new AbortController().signal

/** What every console promises, over whatever wire. */
export function describeDialect(name: string, subject: Subject): void {
  const { open, start, mostBytes, online } = subject
  const ends: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  })

  async function startGame(): Promise<TestGame> {
    const game = await start()
    ends.push(game.stop)
    return game
  }
  async function openConsole(game: TestGame, settings: Partial<ConsoleSettings> = {}): Promise<GameConsole> {
    const all = { host: '127.0.0.1', port: game.port, password: PASSWORD, timeoutMs: 5_000, ...settings }
    const opened = await open(all, never)
    ends.push(opened.close)
    return opened
  }

  describe(`The console of ${name}`, () => {
    test('runs a command and tells what the game said', async () => {
      const game = await startGame()
      const console = await openConsole(game)
      expect(await console.run('give Steve diamond 5')).toBe('did give Steve diamond 5')
      expect(await console.run('nothing')).toBe('')
      expect(game.ran).toEqual(['give Steve diamond 5', 'nothing'])
    })

    test('says that the password was refused', async () => {
      const game = await startGame()
      const error = await failure(openConsole(game, { password: 'wrong' }))
      expect(error.message).toMatch(/password/)
      expect(error.mayHaveRun).toBe(false)
    })

    test('says that nobody is there, and that nothing ran', async () => {
      const game = await start()
      await game.stop()
      expect((await failure(openConsole(game))).mayHaveRun).toBe(false)
    })

    test('gives up opening when nobody answers, and when it is called off', async () => {
      const deaf = createServer(() => {})
      await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve))
      ends.push(async () => void deaf.close())
      const address = deaf.address()
      const port = typeof address === 'object' && address ? address.port : 0
      const settings = { host: '127.0.0.1', port, password: PASSWORD, timeoutMs: 100 }
      expect((await failure(open(settings, never))).mayHaveRun).toBe(false)
      const stop = new AbortController()
      const opening = open({ ...settings, timeoutMs: 60_000 }, stop.signal)
      stop.abort()
      await expect(opening).rejects.toBeInstanceOf(Error)
    })

    test('runs a hundred commands that come at once in their order, each with its own answer', async () => {
      const game = await startGame()
      const console = await openConsole(game)
      const commands = Array.from({ length: 100 }, (_, i) => `give Steve item_${i}`)
      const answers = await Promise.all(commands.map((command) => console.run(command)))
      expect(answers.map((answer) => answer.trim())).toEqual(commands.map((command) => `did ${command}`))
      expect(game.ran).toEqual(commands)
    })

    test('reads a long answer to its end, and the next one from its beginning', async () => {
      const console = await openConsole(await startGame())
      const [long, next] = await Promise.all([console.run('long'), console.run('next')])
      expect(long).toBe(LONG_ANSWER)
      expect(next).toBe('did next')
    })

    test('refuses a line break, a NUL, half a character and what is too long, before anything leaves', async () => {
      const game = await startGame()
      const console = await openConsole(game)
      const flawed = ['a\nb', 'a\rb', 'a\0b', 'a\ud800b', '', ' ', 'é'.repeat(mostBytes / 2 + 1)]
      for (const command of flawed) expect((await failure(console.run(command))).mayHaveRun).toBe(false)
      const longest = 'x'.repeat(mostBytes)
      expect(await console.run(longest)).toBe(`did ${longest}`)
      expect(game.ran).toEqual([longest])
    })

    test.each(['cut-before-it-ran', 'cut-after-it-ran', 'silent'] as const)(
      'a command that got no answer may have run (%s), and the console ends',
      async (mood) => {
        const game = await startGame()
        const console = await openConsole(game, { timeoutMs: 250 })
        game.mood = mood
        const [first, second] = await Promise.all([failure(console.run('one')), failure(console.run('two'))])
        expect(first.mayHaveRun).toBe(true)
        expect(second.mayHaveRun).toBe(false)
        await console.closed
        expect(game.ran).toEqual(mood === 'cut-before-it-ran' ? [] : ['one'])
      },
    )

    test('closing ends it: what was under way may have run, what waited has not', async () => {
      const game = await startGame()
      const console = await openConsole(game)
      game.mood = 'silent'
      const runs = Promise.all([failure(console.run('one')), failure(console.run('two'))])
      await expect.poll(() => game.ran).toEqual(['one'])
      await console.close()
      expect((await runs).map(({ mayHaveRun }) => mayHaveRun)).toEqual([true, false])
      expect((await failure(console.run('three'))).mayHaveRun).toBe(false)
      await console.closed
    })

    test('tells who is online', async () => {
      const console = await openConsole(await startGame())
      expect(await console.online?.()).toEqual(online)
    })
  })
}

/** For what has a connection that can end while nothing is under way; UDP has not. */
export function describeLostConnection(name: string, { open, start }: Pick<Subject, 'open' | 'start'>): void {
  test(`a command to ${name} given after the connection was lost has certainly not run`, async () => {
    const game = await start()
    const settings = { host: '127.0.0.1', port: game.port, password: PASSWORD, timeoutMs: 5_000 }
    const console = await open(settings, never)
    game.cutAll()
    await console.closed
    expect((await failure(console.run('one'))).mayHaveRun).toBe(false)
    expect(game.ran).toEqual([])
    await game.stop()
  })
}

async function failure(promise: Promise<unknown>): Promise<ConsoleError> {
  const error = await promise.then(
    () => new Error('It did not fail'),
    (reason: unknown) => reason,
  )
  if (error instanceof ConsoleError) return error
  throw error
}
