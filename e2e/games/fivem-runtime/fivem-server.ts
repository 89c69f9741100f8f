import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const RESOURCE = fileURLToPath(new URL('../../../integrations/fivem', import.meta.url))
const TICK_MS = 10
/** The clock of the game runs faster, so that tests are short. */
const CLOCK_SPEED = 5

export type FivemServer = Awaited<ReturnType<typeof createFivemServer>>

type Convars = Record<string, string | number>

/** Installs the resource in an emulated server runtime that can crash and start again. */
export async function createFivemServer(convars: Convars, commands = ['give', 'take']) {
  const folder = await mkdtemp(join(tmpdir(), 'fivem-'))
  await cp(RESOURCE, folder, { recursive: true })
  /** The commands that ran, including those before a restart. */
  const ran: string[] = []
  /** The calls of handlers of other resources. */
  const handled: string[][] = []
  const printed: string[] = []
  const players = new Map<number, string>()
  let child: ChildProcess | undefined
  let down: Promise<void> = Promise.resolve()
  let isDown = true

  const tell = (instruction: string, ...values: (string | number)[]) => {
    const words = values.map((value) => `x${Buffer.from(String(value)).toString('hex')}`)
    if (!isDown) child?.stdin?.write(`${[instruction, ...words].join(' ')}\n`)
  }

  async function request([id, method, url, body, headers]: string[]): Promise<void> {
    const sender = child
    const answer = (status: number, text: string) => {
      if (child === sender) tell('answer', id ?? '', status, text)
    }
    try {
      const lines = (headers ?? '').split('\n').map((line) => line.split(': ') as [string, string])
      const sent = method === 'GET' ? {} : { body: body ?? '' }
      const response = await fetch(url ?? '', { method: method ?? 'GET', headers: lines, ...sent })
      answer(response.status, await response.text())
    } catch {
      answer(0, '')
    }
  }

  function readLine(line: string): void {
    const [kind, ...words] = line.split(' ')
    const values = words.map((word) => Buffer.from(word.slice(1), 'hex').toString())
    if (kind === 'ran') ran.push(...values)
    else if (kind === 'handled') handled.push(values)
    else if (kind === 'print') printed.push(...values)
    else if (kind === 'request') void request(values)
  }

  async function start(): Promise<void> {
    const spawned = spawn('lua5.4', [join(HERE, 'runtime.lua'), HERE, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
    child = spawned
    isDown = false
    // The process can crash while a line is written.
    spawned.stdin.on('error', () => {})
    createInterface({ input: spawned.stdout }).on('line', readLine)
    const startedAt = performance.now()
    const clock = setInterval(() => tell('tick', Math.round((performance.now() - startedAt) * CLOCK_SPEED)), TICK_MS)
    down = new Promise((resolve, reject) => {
      spawned.once('error', (cause) => reject(new Error('lua5.4 is missing: apt-get install lua5.4', { cause })))
      spawned.once('close', () => {
        isDown = true
        clearInterval(clock)
        resolve()
      })
    })
    await Promise.race([down, new Promise((resolve) => spawned.once('spawn', resolve))])
    for (const [name, value] of Object.entries(convars)) tell('convar', name, value)
    for (const name of [...commands, 'crash', 'leave']) tell('command', name, 'allowed')
    tell('start')
    for (const [source, identifier] of players) tell('join', source, identifier)
  }

  /** With SIGKILL, so that it saves nothing. */
  async function kill(): Promise<void> {
    child?.kill('SIGKILL')
    await down
  }

  return {
    folder,
    ran,
    handled,
    printed,
    tell,
    start,
    kill,
    /** True after a crash. */
    isDown: () => isDown,
    join(source: number, identifier: string) {
      players.set(source, identifier)
      tell('join', source, identifier)
    },
    async remove() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
