import { randomBytes } from 'node:crypto'
import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import { deathFindings } from '../delivery-trial.ts'
import { createFleet } from '../fleet.ts'
import { createHost, type Host } from '../host.ts'
import { createMoments } from '../moments.ts'
import { createOutage } from '../outage.ts'
import { playGames } from '../play-games.ts'
import { runCommand } from '../../kit/run-command.ts'
import { settle } from '../settle.ts'
import { spawnVictim } from '../spawn-victim.ts'
import { storm } from '../storm.ts'
import type { Outcome, Trial } from '../trial.ts'
import { verifyFindings } from '../verify-findings.ts'
import { auditMoney } from './audit-money.ts'
import { liveStories } from './live-stories.ts'
import { openShops } from './open-shops.ts'
import { createWorld } from './outside-world.ts'
import { createTeller } from './tell-provider-news.ts'
import { writeStory } from './write-story.ts'

const GRACE_MS = 120
/** For a few kills it costs more to load processes ahead than to wait for them: two others serve meanwhile. */
const FEW_KILLS = 20
const FEW_CHECKOUTS = 100

/** Checkouts and the callbacks of their provider, at three processes on one database. */
export async function runMoneyTrial(trial: Trial): Promise<Outcome> {
  const { root, cluster, cacheDir, wanted, random, patienceMs, onBlow } = trial
  const databaseUrl = await createDatabase(cluster)
  await runCommand(['migrate'], { databaseUrl, root })
  const secretKeys = `k1:${randomBytes(32).toString('base64')}`
  const shops = await openShops(databaseUrl, secretKeys)

  const outage = createOutage()
  const run = (program: 'serve' | 'till') =>
    createHost(() => spawnVictim({ root, databaseUrl, cacheDir, secretKeys, program }), {
      ahead: wanted.kills > FEW_KILLS,
    })
  const till = run('till')
  const hosts = [till, run('serve'), ...(wanted.checkouts > FEW_CHECKOUTS ? [run('serve')] : [])]
  const fleet = createFleet(hosts, random.fork())
  const moments = createMoments<Host>()
  const games = playGames(
    shops.flatMap((shop) => shop.servers),
    { door: fleet, outage, random: random.fork() },
  )
  const world = createWorld(databaseUrl, shops)
  const teller = createTeller({ fleet, shops, moments, random: random.fork() })
  const plots = { shops, random: random.fork(), duplicates: wanted.duplicates }
  const write = (no: number) => writeStory(no, plots)
  const customers = liveStories({ till, teller, world, moments, wanted, random: random.fork(), write })
  try {
    const struck = await storm(wanted, {
      cluster,
      hosts,
      outage,
      moments,
      random: random.fork(),
      graceMs: GRACE_MS,
      ready: customers.ready,
      onBlow(done) {
        customers.noteBlow(done)
        onBlow(done)
      },
    })
    const close = async () => {
      await customers.close()
      world.hurry()
    }
    const unsettled = await settle({ databaseUrl, close, games, patienceMs })
    await games.stop()
    await world.stop()
    const findings = [
      ...unsettled,
      ...deathFindings(hosts),
      ...customers.findings,
      ...teller.findings,
      ...games.findings,
      ...(await auditMoney({ databaseUrl, shops, lived: customers.lived, games })),
      ...(await verifyFindings(() => runCommand(['verify', '--json'], { databaseUrl, root }))),
    ]
    const { repeated, callbacks } = teller.counts
    const figures = { checkouts: customers.lived.length, callbacks, ...games.counts }
    return { ...struck, figures, repeated, longestOutageMs: outage.longestMs(), failures: teller.failures, findings }
  } finally {
    await Promise.all(hosts.map((host) => host.stop()))
    await dropDatabase(cluster, databaseUrl)
  }
}
