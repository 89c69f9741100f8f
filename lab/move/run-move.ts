import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../e2e/kit/random.ts'
import { serverProgram } from '../../e2e/kit/run-command.ts'
import type { RunningCell } from './start-cells.ts'

const ATTEMPTS = 3
const RETRY_MS = 1_000
/** The lines that the command prints for its steps, from the first to the one after the rows are removed. */
const LINES = 7
const MAX_DELAY_MS = 400

export type Way = { storeId: string; from: RunningCell; to: RunningCell; root: string }

/** Runs the command until it succeeds. Returns for how long writes stopped. */
export async function completeMove(way: Way): Promise<{ stoppedMs: number; changedRows: number }> {
  for (let attempt = 1; ; attempt++) {
    const child = startMove(way)
    const output = Promise.all([text(child.stdout), text(child.stderr)])
    await once(child, 'close')
    const [stdout, stderr] = await output
    const { stoppedMs, changedRows } = parse(stdout)
    if (stoppedMs !== undefined && changedRows !== undefined) return { stoppedMs, changedRows }
    if (attempt === ATTEMPTS) throw new Error(`the move failed: ${stdout || stderr}`)
    await sleep(RETRY_MS)
  }
}

/** Runs the command and kills it at a random moment after a random step. */
export async function killMove(way: Way, random: Random): Promise<void> {
  const child = startMove(way)
  const exited = once(child, 'exit')
  child.stdout.resume()
  const step = random.integer(1, LINES)
  let lines = 0
  createInterface({ input: child.stderr }).on('line', () => {
    if (++lines === step) setTimeout(() => child.kill('SIGKILL'), random.between(0, MAX_DELAY_MS))
  })
  await exited
}

function startMove({ storeId, from, to, root }: Way) {
  const args = ['store', 'move', '--store', storeId, '--to-cell', to.name, '--to-config', to.configFile, '--json']
  return spawn(process.execPath, [serverProgram(root), '--config', from.configFile, ...args], {
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function parse(stdout: string): { stoppedMs?: number; changedRows?: number } {
  try {
    return JSON.parse(stdout) as { stoppedMs?: number }
  } catch {
    return {}
  }
}
