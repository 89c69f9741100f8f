import { join } from 'node:path'
import type { ProviderName } from '../../../server/src/payments/provider.ts'
import type { Outcome, Profile, Run } from '../profile.ts'
import { readLog } from '../read-log.ts'
import { runRequests } from '../run-requests.ts'
import { residentMiB } from '../../kit/process-usage.ts'
import { startServer } from '../../kit/start-server.ts'
import { findTraces } from './find-traces.ts'
import { judgeCallback, noCounts } from './judge-callback.ts'
import { type CallbackSent, createCallbackMaker } from './make-callbacks.ts'
import { openWorld, type World } from './open-world.ts'

const LOOK_EVERY_BATCHES = 10
/** What the server allows itself, for each minute of the clock. */
const FETCHES_A_MINUTE = 60

export const callbacksProfile: Profile = {
  sends: 'altered payment callbacks of all four adapters: none may be believed',
  usual: 1_000_000,
  short: 20_000,
  run,
}

async function run({ requests, seed, cluster, runDir }: Run): Promise<Outcome> {
  const logFile = join(runDir, 'server.log')
  const world = await openWorld(cluster)
  const maker = await createCallbackMaker(world)
  const server = await startServer(logFile, { settings: { LOG_LEVEL: 'trace', ...world.settings } })
  const started = Date.now()

  const adapters = noCounts()
  const told: string[] = []
  const remembered: Promise<void>[] = []
  let batches = 0
  let extra = 0
  const onBelieved = (sent: CallbackSent) => {
    if (sent.news) told.push(sent.news.checkoutId)
    remembered.push(maker.remember(sent))
  }
  const look = async () => {
    await Promise.all(remembered.splice(0))
    const found = await findTraces(world, told)
    // Said once: what was there before stays there.
    const isNew = found.extra !== extra || (found.extra === 0 && found.faults.length > 0)
    extra = found.extra
    return isNew ? found.faults : []
  }
  const tally = await runRequests(
    {
      make: maker.make,
      judge: (sent, exchange) => judgeCallback(sent, exchange, { counts: adapters[sent.provider], onBelieved }),
      settle: async () => (++batches % LOOK_EVERY_BATCHES === 0 ? look() : []),
      messagesAConnection: 500,
    },
    { requests, seed, server },
  )
  tally.faults.push(...(await look()), ...fetchFaults(world, Date.now() - started))
  const rssMiB = Math.round(await residentMiB(server.pid))
  await server.stop()
  await world.close()

  const { lines, alarms, leaks } = await readLog(logFile, world.secrets)
  tally.faults.push(...alarms.map((line) => `the server logged: ${line}`))
  tally.faults.push(...leaks.map((line) => `a secret stands in the log, line ${line}`))
  const sum = (name: keyof (typeof adapters)[ProviderName]) =>
    Object.values(adapters).reduce((all, counts) => all + counts[name], 0)
  return {
    figures: {
      requests: sum('requests'),
      accepted: Math.max(sum('accepted'), extra),
      cameToNothing: sum('cameToNothing'),
      serverErrors: tally.serverErrors,
      notProblem: tally.notProblem,
      genuine: sum('genuine'),
      genuineAccepted: sum('genuineAccepted'),
      replayed: sum('replayed'),
      closedWithoutAnswer: tally.closedWithoutAnswer,
      adapters,
      families: tally.kinds,
      statuses: tally.statuses,
      certificateFetches: world.outside.fakes.paypal.certificateFetches.length,
      impostorCalls: world.outside.impostor.calls(),
      logLines: lines,
      rssBeforeMiB: tally.rssBeforeMiB,
      rssMiB,
    },
    faults: tally.faults,
  }
}

function fetchFaults({ outside }: World, milliseconds: number): string[] {
  const faults: string[] = []
  const { length: fetches } = outside.fakes.paypal.certificateFetches
  const most = FETCHES_A_MINUTE * (Math.ceil(milliseconds / 60_000) + 1)
  if (fetches > most) faults.push(`${fetches} certificates were fetched from PayPal; ${most} would have been in order`)
  if (outside.impostor.calls() > 0) faults.push(`the server called the impostor ${outside.impostor.calls()} times`)
  return faults
}
