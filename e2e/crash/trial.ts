import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Cluster } from '@quartermaster/local-postgres/cluster'
import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import { audit } from './audit.ts'
import type { Finding } from './finding.ts'
import { createHost, type Host } from './host.ts'
import { createOrderBook } from './order-book.ts'
import { createOutage } from './outage.ts'
import { type Clerk, placeOrders } from './place-orders.ts'
import { type Games, playGames } from './play-games.ts'
import type { Random } from '../random.ts'
import { createScene } from './scene.ts'
import { settle } from './settle.ts'
import { spawnVictim } from './spawn-victim.ts'
import { storm, type Struck } from './storm.ts'
import { verifyFindings } from './verify-findings.ts'

export type Trial = {
  /** Of the project, or of a copy that was broken on purpose. */
  root: string
  cluster: Cluster
  cacheDir: string
  wanted: Struck
  random: Random
  patienceMs: number
  onBlow: (struck: Struck) => void
}

export type Outcome = Struck & {
  sold: number
  refunded: number
  expired: number
  reported: number
  /** Orders that had to be sent again. */
  repeated: number
  longestOutageMs: number
  failures: Map<string, number>
  findings: Finding[]
}

/** One database from its first sale through all the kills to rest, and what is wrong with it then. */
export async function runTrial({
  root,
  cluster,
  cacheDir,
  wanted,
  random,
  patienceMs,
  onBlow,
}: Trial): Promise<Outcome> {
  const databaseUrl = await createDatabase(cluster)
  await runProduct(root, databaseUrl, ['migrate'])
  const shops = await createScene(databaseUrl)
  const servers = shops.flatMap((shop) => shop.servers)

  const outage = createOutage()
  const host = createHost(() => spawnVictim({ root, databaseUrl, cacheDir }))
  const book = createOrderBook(shops, random.fork())
  const games = playGames(servers, { host, outage, random: random.fork() })
  const clerk = placeOrders({ host, book, random: random.fork(), backlog: games.backlog })
  try {
    const struck = await storm(wanted, { cluster, host, outage, clerk, random: random.fork(), onBlow })
    const unsettled = await settle({ databaseUrl, clerk, games, patienceMs })
    await games.stop()
    const findings = [
      ...unsettled,
      ...liveFindings(host, clerk, games),
      ...book.findings,
      ...audit(shops, { book, games }),
      ...(await verifyFindings(() => runProduct(root, databaseUrl, ['verify', '--json']))),
    ]
    const expired = servers.reduce((sum, server) => sum + expiries(games, server), 0)
    const longestOutageMs = outage.longestMs()
    return { ...struck, ...clerk.counts, ...games.counts, expired, longestOutageMs, failures: clerk.failures, findings }
  } finally {
    await host.stop()
    // Every file of every database is synchronised after a crash: what is done with goes.
    await dropDatabase(cluster, databaseUrl)
  }
}

function liveFindings(host: Host, clerk: Clerk, games: Games): Finding[] {
  const deaths = host.deaths.map(({ code, log }): Finding => {
    const detail = `it ended with code ${code}:\n${log}`
    return { kind: 'wrong', check: 'the process outlives the database', detail, weak: true }
  })
  return [...deaths, ...clerk.findings, ...games.findings]
}

function expiries(games: Games, server: Parameters<Games['of']>[0]): number {
  return games.of(server).ledger.filter(({ deliveryType }) => deliveryType === 'EXPIRE').length
}

/** The real command line, as an operator would call it. Answers with what it printed, whatever its exit code. */
async function runProduct(root: string, databaseUrl: string, args: string[]): Promise<string> {
  const program = join(root, 'server/bin/quartermaster.mjs')
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args], { env })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    if (stdout === '') throw new Error(`quartermaster ${args.join(' ')} failed:\n${stderr}`, { cause: error })
    return stdout
  }
}
