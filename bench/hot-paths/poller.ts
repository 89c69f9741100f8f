import { startProgress } from '../../e2e/kit/progress.ts'
import { type Run, runWrk } from './run-wrk.ts'
import type { Process } from './start-process.ts'

export const POLL_PATH = '/api/games/1.0/commands/pending-commands'

export type Poller = {
  poll: (seconds: number) => Promise<Run>
  /** Every key once, the first time for whoever answers. */
  firstPass: (label: string) => Promise<Run>
}

/** A pass is run in pieces as long as what is left seems to need. */
const SHORTEST_PIECE_SECONDS = 2
const LONGEST_PIECE_SECONDS = 30
const LONGEST_PASS_SECONDS = 600

type Walk = {
  file: string
  keys: number
  connections: number
  from: number
  path?: string
  /** Posted with every poll. */
  body?: [string]
}

/** Polls one address along a walk. The next run goes on where this one ended, so that all keys are used equally often. */
export function createPoller(server: Process, { file, keys, connections, from, path = POLL_PATH, body }: Walk): Poller {
  let at = from

  async function poll(seconds: number): Promise<Run> {
    const run = await runWrk({
      script: 'polls.lua',
      server,
      path,
      connections,
      seconds,
      args: [file, at, ...(body ?? [])],
    })
    at += run.sent
    return run
  }

  return {
    poll,
    async firstPass(label) {
      const progress = startProgress(label, keys)
      const deadline = Date.now() + LONGEST_PASS_SECONDS * 1000
      const runs: Run[] = []
      let seconds = SHORTEST_PIECE_SECONDS
      let done = 0
      while (done < keys) {
        if (Date.now() > deadline) throw new Error(`only ${done} of ${keys} keys were polled`)
        const run = await poll(seconds)
        done += run.answers
        const needed = Math.ceil((keys - done) / run.perSecond)
        seconds = Math.min(Math.max(needed, SHORTEST_PIECE_SECONDS), LONGEST_PIECE_SECONDS)
        progress.add(run.answers)
        runs.push(run)
      }
      progress.done()
      return sumOf(runs)
    },
  }
}

function sumOf(runs: Run[]): Run {
  const sum = (value: (run: Run) => number) => runs.reduce((total, run) => total + value(run), 0)
  const answers = sum((run) => run.answers)
  return {
    perSecond: answers / sum((run) => run.answers / run.perSecond),
    answers,
    sent: sum((run) => run.sent),
    bytes: sum((run) => run.bytes),
    p99Ms: Math.max(...runs.map((run) => run.p99Ms)),
    cpuUs: sum((run) => run.cpuUs * run.answers) / answers,
    faults: runs.flatMap((run) => run.faults),
  }
}
