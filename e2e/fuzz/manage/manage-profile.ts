import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ReaderDb } from '../../../server/src/db/database.ts'
import { type Verification, verify } from '../../../server/src/verify/verify.ts'
import { PUBLIC_URL, SECRET_KEYS } from '../../walls/open-product.ts'
import type { Outcome, Profile, Run } from '../profile.ts'
import { readLog } from '../read-log.ts'
import { runRequests, type Tally } from '../run-requests.ts'
import { residentMiB } from '../../kit/process-usage.ts'
import { startServer } from '../../kit/start-server.ts'
import { openDesk } from './desk.ts'
import { readOperations } from './document.ts'
import { judgeManage } from './judge-manage.ts'
import { createRequestMaker } from './make-requests.ts'

/** Of the answers; more would mean that little was asked of the product. */
const MOST_REFUSED_AT_THE_DOOR = 0.3
const FEWEST_SUCCESSES = 0.15
const SHORT = 2_000
const DATABASE_TIMEOUT_MS = 60_000
const LOOK_MS = 500

export const manageProfile: Profile = {
  sends: 'requests to every operation of the management API: right, nearly right and hostile ones',
  usual: 300_000,
  short: SHORT,
  run,
}

async function run({ requests, seed, cluster, runDir }: Run): Promise<Outcome> {
  const logFile = join(runDir, 'server.log')
  const operations = readOperations()
  const desk = await openDesk(cluster, requests <= SHORT ? 20 : 100)
  const server = await startServer(logFile, {
    settings: { DATABASE_URL: desk.databaseUrl, SECRET_KEYS, PUBLIC_URL, LOG_LEVEL: 'info' },
  })
  const make = createRequestMaker(desk, operations)
  const tally = await runRequests(
    { make, judge: (sent, exchange) => judgeManage(sent, exchange, desk), messagesAConnection: 25 },
    { requests, seed, server },
  )
  const rssMiB = Math.round(await residentMiB(server.pid))
  const { ok, examples } = await verifySoon(desk.hands.database.reader)
  await server.stop()
  if (!ok) tally.faults.push(...examples.map((example) => `a promise is broken: ${example}`))
  const { alarms, leaks } = await readLog(logFile, desk.secrets)
  await desk.close()
  tally.faults.push(...alarms.map((line) => `the server logged: ${line}`))
  tally.faults.push(...leaks.map((line) => `a secret stands in the log, line ${line}`))
  return outcomeOf(tally, { requests, operations: operations.map(({ id }) => id), rssMiB, verified: ok })
}

/** A clock that was moved ahead makes much due at once; the server gets the time to do it that it promises. */
async function verifySoon(reader: ReaderDb): Promise<Verification> {
  const deadline = Date.now() + DATABASE_TIMEOUT_MS
  for (;;) {
    const found = await verify(reader)
    if (found.ok || found.late === 0 || Date.now() > deadline) return found
    await sleep(LOOK_MS)
  }
}

type Frame = { requests: number; operations: string[]; rssMiB: number; verified: boolean }

function outcomeOf(tally: Tally, { requests, operations, rssMiB, verified }: Frame): Outcome {
  const { faults, statuses, kinds, answered, serverErrors, closedWithoutAnswer, rssBeforeMiB } = tally
  const share = (...wanted: number[]) =>
    Number((wanted.reduce((sum, status) => sum + (statuses[status] ?? 0), 0) / Math.max(1, answered)).toFixed(3))
  const atTheDoor = share(401, 429)
  const successes = share(200, 201, 202, 204)
  const unasked = operations.filter((id) => (kinds[id] ?? 0) === 0)
  if (atTheDoor > MOST_REFUSED_AT_THE_DOOR) faults.push(`${atTheDoor} of the answers are 401 or 429: too few got in`)
  if (successes < FEWEST_SUCCESSES) faults.push(`only ${successes} of the requests succeeded`)
  if (unasked.length > 0 && requests > SHORT) faults.push(`nobody asked for ${unasked.join(', ')}`)
  const invalidAnswers = faults.filter((fault) => fault.startsWith('message ')).length - serverErrors
  return {
    figures: {
      requests,
      answered,
      operations: operations.length,
      serverErrors,
      invalidAnswers: Math.max(0, invalidAnswers),
      closedWithoutAnswer,
      statuses,
      successes,
      atTheDoor,
      verified,
      rssBeforeMiB,
      rssMiB,
    },
    faults,
  }
}
