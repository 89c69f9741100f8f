import { chooseMutants, findUnnoticed } from '../../e2e/kit/mutants/try-mutants.ts'
import { readOptions } from '../../e2e/kit/options.ts'
import { createRandom } from '../../e2e/kit/random.ts'
import { PROJECT_ROOT } from '../../e2e/kit/run-command.ts'
import { runHarness } from '../../e2e/kit/run-harness.ts'
import { MOVE_MUTANTS } from './mutants.ts'
import { runTrial } from './run-trial.ts'

const options = readOptions({
  script: 'lab move',
  about:
    'Moves a store with a long history between two cells again and again, while it sells and delivers through its first cell. Half of\n' +
    'the moves are killed. Nothing is lost or doubled, and the store is in exactly one cell each time.',
  options: {
    moves: { type: 'number', help: 'completed moves; half of them are killed before', default: 30, short: 2 },
    history: { type: 'number', help: 'finished deliveries of the store', default: 1_000_000, short: 2_000 },
    servers: { type: 'number', help: 'game servers; every second one sends waiting polls', default: 10, short: 5 },
    mutants: { type: 'text', help: 'faults to look for: all, none, or a part of a name', default: 'none' },
  },
})

const WORST_PAUSE_MS = 5_000
const SMALL = { moves: 1, history: 500, servers: 3 }

type Outcome = Awaited<ReturnType<typeof runTrial>>

await runHarness(options, async () => {
  const { moves, history, servers } = options
  const random = createRandom(options.seed)
  const outcome = await runTrial({ moves, history, servers, random, root: PROJECT_ROOT })
  const mutants = chooseMutants(MOVE_MUTANTS, options.mutants)
  const unnoticed = await findUnnoticed(mutants, {
    places: [1],
    attempts: [1, 2],
    run: async ({ root }) => findFailures(await runTrial({ ...SMALL, random, root, isQuiet: true })),
  })
  const { pauses, chains, killed, homeless, both, changedRows, exportEqual, counts } = outcome
  const requests = chains.filter(({ operation }) => operation !== 'waitingPoll')
  const worstPauseMs = Math.max(0, ...pauses)
  const isTooLong = !options.short && worstPauseMs > WORST_PAUSE_MS
  return {
    figures: {
      moves,
      killed,
      history,
      lost: outcome.lost.length,
      doubled: outcome.doubled.length,
      verifyFaults: outcome.verifyFaults,
      undelivered: outcome.undelivered,
      notInOneCell: homeless + both,
      worstPauseMs,
      pausesMs: pauses,
      changedRows,
      longestRequestMs: Math.max(0, ...requests.map(({ start, end }) => end - start)),
      failedRequests: chains.filter((chain) => chain.failures.length > 0).length,
      exportEqual,
      ...counts,
      mutants: mutants.length,
      caught: mutants.length - unnoticed.length,
    },
    failures: [...findFailures(outcome), ...unnoticed.map((name) => `not noticed: ${name}`)],
    missed: isTooLong ? [`writes stopped for ${worstPauseMs} ms`] : [],
  }
})

function findFailures({ failures, lost, doubled, undelivered, verifyFaults, examples, both, exportEqual }: Outcome) {
  return [
    ...failures,
    ...lost.map((text) => `lost: ${text}`),
    ...doubled.map((text) => `doubled: ${text}`),
    ...(verifyFaults > 0 ? examples.map((text) => `verify: ${text}`) : []),
    ...(undelivered > 0 ? [`${undelivered} deliveries did not arrive`] : []),
    ...(both > 0 ? [`both cells served the store at ${both} moments`] : []),
    ...(exportEqual ? [] : ['the archives before and after an import differ']),
  ]
}
