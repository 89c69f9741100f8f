import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import { audit } from './audit.ts'
import type { Finding } from './finding.ts'
import { createHost, type Host } from './host.ts'
import { createOrderBook } from './order-book.ts'
import { createOutage } from './outage.ts'
import { placeOrders } from './place-orders.ts'
import { type Games, playGames } from './play-games.ts'
import { runCommand } from '../kit/run-command.ts'
import { createScene } from './scene.ts'
import { settle } from './settle.ts'
import { spawnVictim } from './spawn-victim.ts'
import { storm } from './storm.ts'
import type { Outcome, Trial } from './trial.ts'
import { verifyFindings } from './verify-findings.ts'

const GRACE_MS = 500

/** Sales that are born paid, refunds and expiries, in one process. */
export async function runDeliveryTrial(trial: Trial): Promise<Outcome> {
  const { root, cluster, cacheDir, wanted, random, patienceMs, onBlow } = trial
  const databaseUrl = await createDatabase(cluster)
  await runCommand(['migrate'], { databaseUrl, root })
  const shops = await createScene(databaseUrl)
  const servers = shops.flatMap((shop) => shop.servers)

  const outage = createOutage()
  const host = createHost(() => spawnVictim({ root, databaseUrl, cacheDir, program: 'till' }), { ahead: true })
  const book = createOrderBook(shops, random.fork())
  const games = playGames(servers, { door: host, outage, random: random.fork() })
  const clerk = placeOrders({ host, book, random: random.fork(), backlog: games.backlog })
  try {
    const { moments } = clerk
    const blows = { cluster, hosts: [host], outage, moments, random: random.fork(), graceMs: GRACE_MS, onBlow }
    const struck = await storm(wanted, blows)
    const unsettled = await settle({ databaseUrl, close: () => clerk.close(), games, patienceMs })
    await games.stop()
    const findings = [
      ...unsettled,
      ...deathFindings([host]),
      ...clerk.findings,
      ...games.findings,
      ...book.findings,
      ...audit(shops, { book, games }),
      ...(await verifyFindings(() => runCommand(['verify', '--json'], { databaseUrl, root }))),
    ]
    const { repeated, ...counts } = clerk.counts
    const expired = servers.reduce((sum, server) => sum + expiries(games, server), 0)
    const figures = { ...counts, expired, ...games.counts }
    return { ...struck, figures, repeated, longestOutageMs: outage.longestMs(), failures: clerk.failures, findings }
  } finally {
    await host.stop()
    // Every file of every database is synchronised after a crash: what is done with goes.
    await dropDatabase(cluster, databaseUrl)
  }
}

/** Ends that nobody asked for. */
export function deathFindings(hosts: Host[]): Finding[] {
  return hosts.flatMap(({ deaths }) =>
    deaths.map(({ code, log }) => {
      const detail = `it ended with code ${code}:\n${log}`
      return { kind: 'wrong', check: 'the process outlives the database', detail, weak: true }
    }),
  )
}

function expiries(games: Games, server: Parameters<Games['of']>[0]): number {
  return games.of(server).ledger.filter(({ deliveryType }) => deliveryType === 'EXPIRE').length
}
