import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { findKeysInLogs } from '../../server/test/find-keys-in-logs.ts'
import { judgeGames } from './judge-games.ts'
import type { Outcome, Profile, Run } from './profile.ts'
import { readLog } from './read-log.ts'
import { gamesRequests, type World } from './requests.ts'
import { requireServing } from './require-serving.ts'
import { runRequests, type Tally } from './run-requests.ts'
import { residentMiB } from '../kit/process-usage.ts'
import { startServer } from '../kit/start-server.ts'
import { stockStores } from './stocked-store.ts'

const MOST_RATE_LIMITED = 0.5

export const gamesProfile: Profile = {
  sends: 'requests to the interface for game servers: right, wrong and hostile ones',
  usual: 200_000,
  short: 2_000,
  run,
}

async function run({ requests, seed, cluster, runDir }: Run): Promise<Outcome> {
  await mkdir(join(runDir, 'logs'))
  await mkdir(join(runDir, 'keys'))
  const logFile = join(runDir, 'logs', 'server.log')
  const { databaseUrl, database, world, purchase } = await stockStores(
    cluster,
    Math.min(1_600, Math.max(160, requests / 100)),
  )
  const server = await startServer(logFile, { settings: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'trace' } })
  const messages = gamesRequests(world)
  const tally = await runRequests(
    {
      make: ({ seed: batch, count }) => fc.sample(messages, { seed: batch, numRuns: count }),
      judge: judgeGames,
      messagesAConnection: 25,
    },
    { requests, seed, server },
  )
  if (server.died() === undefined) tally.faults.push(...(await requireServing(server.port, await purchase())))
  const rssMiB = Math.round(await residentMiB(server.pid))
  await server.stop()
  await database.close()
  tally.faults.push(...(await readLog(logFile)).alarms.map((line) => `the server logged: ${line}`))
  tally.faults.push(...(await keysLeaked(runDir, world)))
  return outcomeOf(tally, { requests, rssMiB })
}

async function keysLeaked(runDir: string, world: World): Promise<string[]> {
  const everyKey = [...world.keys, ...world.revokedKeys, world.busyKey, ...world.stocked.map(({ key }) => key)]
  await writeFile(join(runDir, 'keys', 'keys.txt'), everyKey.join('\n'))
  return (await findKeysInLogs(runDir)).leaks.map((where) => `a server key stands in the log: ${where}`)
}

function outcomeOf(tally: Tally, { requests, rssMiB }: { requests: number; rssMiB: number }): Outcome {
  const { faults, statuses, rssBeforeMiB, ...counts } = tally
  const rateLimitedShare = Number(((statuses['429'] ?? 0) / Math.max(1, counts.answered)).toFixed(3))
  if (rateLimitedShare > MOST_RATE_LIMITED)
    faults.push(`${rateLimitedShare} of the answers are 429: too few got through`)
  return {
    figures: { requests, ...counts, statuses, rateLimitedShare, rssBeforeMiB, rssMiB },
    faults,
  }
}
