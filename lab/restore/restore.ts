import { readOptions } from '../../e2e/kit/options.ts'
import { percentile } from '../../e2e/kit/percentile.ts'
import { startProgress } from '../../e2e/kit/progress.ts'
import { createRandom } from '../../e2e/kit/random.ts'
import { runHarness, withCleanUp } from '../../e2e/kit/run-harness.ts'
import { runTrial, type Trial } from './trial.ts'

const options = readOptions({
  script: 'lab restore',
  about: `Restores a store to random moments with pgBackRest, configured as in deploy/backup, while it sells, takes payments and
delivers. Everything that was confirmed before the moment must be there, \`verify\` must find nothing, and the agent must
deliver nothing twice. Needs: apt-get install pgbackrest postgresql-15`,
  options: { restores: { type: 'number', help: 'restores, each of a store of its own', default: 20, short: 2 } },
})

await runHarness(options, async () => {
  const random = createRandom(options.seed)
  const progress = startProgress('restores', options.restores)
  const trials: Trial[] = []
  for (let no = 0; no < options.restores; no++) {
    trials.push(await withCleanUp((defer) => runTrial(defer, random.fork(), no === 0)))
    progress.add(1)
  }
  progress.done()
  const failures = trials.flatMap((trial, no) => trial.failures.map((failure) => `restore ${no + 1}: ${failure}`))
  const sum = (read: (trial: Trial) => number) => trials.reduce((total, trial) => total + read(trial), 0)
  const seconds = (read: (trial: Trial) => number, share: number) =>
    Math.round(percentile(trials.map(read), share) / 100) / 10
  const figures = {
    restores: trials.length,
    lost: sum(({ lost }) => lost),
    kept: sum(({ kept }) => kept),
    undone: sum(({ undone }) => undone),
    restoreP50Seconds: seconds(({ restoreMs }) => restoreMs, 0.5),
    recoveryP50Seconds: seconds(({ recoveryMs }) => recoveryMs, 0.5),
    recoveryWorstSeconds: seconds(({ recoveryMs }) => recoveryMs, 1),
    notDeliveredAgain: sum(({ reconciled }) => reconciled),
    listedAsUnknown: sum(({ listed }) => listed),
    parkedPayments: sum(({ parked }) => parked),
    runAgainWithoutJournal: sum(({ withoutJournal }) => withoutJournal),
    errors: failures.length,
  }
  return { figures, failures }
})
