import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '@quartermaster/local-postgres/cluster'
import { queryRow } from '../../e2e/kit/query.ts'
import type { Random } from '../../e2e/kit/random.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { startServer } from '../../e2e/kit/start-server.ts'
import { verify } from '../../e2e/kit/verify.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { countPresent, findLost, giveBackPayments, readBuyers, readPending } from './audit.ts'
import type { Payment, Sale } from './load.ts'
import { type Installation, setUp } from './set-up.ts'

const TIMEOUT_MS = 60_000
/** Deliveries of before the moment tell which game server a journal belongs to. */
const AN_HOUR_MS = 3_600_000

export type Trial = {
  failures: string[]
  lost: number
  /** Confirmed before the moment: sales, payments and reports. */
  kept: number
  /** Confirmed after the moment, and gone as they should be. */
  undone: number
  restoreMs: number
  recoveryMs: number
  /** Not delivered a second time, because the journal has them. */
  reconciled: number
  /** Ran in the game, and listed because the database knows no sale. */
  listed: number
  parked: number
  /** What game servers without a journal would run again. */
  withoutJournal: number
}

type Reconciliation = { delivered: string[]; remaining: { player: string }[]; failures: string[] }

/** Sells under load, kills everything, restores a random moment into a fresh folder, and goes on from there. */
export async function runTrial(defer: Defer, random: Random, isFirst: boolean): Promise<Trial> {
  const installation = await setUp(defer, random)
  const { databaseUrl } = installation.product
  const doctor = await backUp(installation, random)
  if (isFirst) await installation.archive.testRestore(new URL(databaseUrl).pathname.slice(1))
  const killed = await killAfterMoment(installation, random)
  const { moment, before, reported, reportedLater } = killed
  const restoreMs = await restore(defer, installation, moment)

  const lost = await findLost(databaseUrl, { sales: before, reported })
  const later = installation.load.sales.filter(({ startedAt }) => startedAt > moment.getTime())
  const present = await countPresent(databaseUrl, later)
  const untouched = await verify(databaseUrl)
  const isClean = untouched.invariants.every(({ kind, violations }) => kind === 'late' || violations === 0)
  const servers = installation.load.otherServers
  const waiting = (await Promise.all(servers.map(({ id }) => readPending(databaseUrl, id)))).flat()
  const orphans = await giveBackPayments(databaseUrl, installation.load.payments)

  const goneOn = await goOn(defer, installation, { moment, orphans })
  return {
    failures: [
      ...doctor,
      ...lost.map((what) => `${what} was confirmed before the moment and is lost`),
      ...(present > 0 ? [`${present} sales of after the moment are there`] : []),
      ...(isClean ? [] : untouched.examples),
      ...goneOn.failures,
    ],
    lost: lost.length,
    kept: before.length + reported.length,
    undone: later.length - present,
    restoreMs,
    recoveryMs: restoreMs + goneOn.startMs,
    reconciled: goneOn.reconciled,
    listed: goneOn.listed,
    parked: goneOn.parked,
    withoutJournal: reportedLater.filter((id) => waiting.includes(id)).length,
  }
}

/** Returns what `backup doctor` complains about. */
async function backUp({ archive, run }: Installation, random: Random): Promise<string[]> {
  await archive.backup('full')
  if (random.chance(0.5)) {
    await sleep(random.between(500, 2_000))
    await archive.backup('diff')
  }
  await run('backup', 'tested')
  const { ok, findings } = await run<{ ok: boolean; findings: object[] }>('backup', 'doctor')
  return ok ? [] : [`backup doctor: ${JSON.stringify(findings)}`]
}

type Killed = { moment: Date; before: Sale[]; reported: string[]; reportedLater: string[] }

/** Notes what is confirmed at a random moment, goes on for a while, and kills the store and its database. */
async function killAfterMoment({ product, load, games }: Installation, random: Random): Promise<Killed> {
  await sleep(random.between(1_000, 4_000))
  const { reported } = await games.report()
  const moment = new Date()
  const before = [...load.sales]
  await sleep(random.between(1_000, 4_000))
  await waitUntilArchived(product.databaseUrl)
  const { reported: reportedLater } = await games.report()
  load.stop()
  games.kill()
  product.server.signal('SIGKILL')
  await product.cluster.kill()
  return { moment, before, reported, reportedLater }
}

/** Only what is archived survives the machine, so a moment can be restored when the WAL behind it is. */
async function waitUntilArchived(databaseUrl: string): Promise<void> {
  const { name } = await queryRow<{ name: string }>(databaseUrl, 'select pg_walfile_name(pg_current_wal_lsn()) as name')
  const statement = 'select coalesce(last_archived_wal >= $1, false) as done from pg_stat_archiver'
  const isArchived = async () => (await queryRow<{ done: boolean }>(databaseUrl, statement, [name])).done
  if (!(await waitUntil(isArchived, { timeoutMs: TIMEOUT_MS }))) throw new Error(`${name} was not archived`)
}

/** Into an empty folder, at the old address. Returns how long it took. */
async function restore(defer: Defer, { folder, port, archive }: Installation, moment: Date): Promise<number> {
  const startedAt = Date.now()
  const dir = join(folder, 'restored')
  await archive.restore(dir, moment)
  // It accepts connections when the recovery is complete, and does not archive into the repository of the original.
  const settings = { ...archive.settings, archive_mode: 'off', hot_standby: 'off' }
  const cluster = await startCluster({ dir, keep: false, port, settings })
  defer(() => cluster.stop())
  return Date.now() - startedAt
}

/** Follows the procedure in docs/operate/backup.md, and checks what players have afterwards. */
async function goOn(
  defer: Defer,
  { product, serverSettings, load, runs, run, saveJournal }: Installation,
  { moment, orphans }: { moment: Date; orphans: Payment[] },
) {
  const { databaseUrl } = product
  const startedAt = Date.now()
  const ranBefore = [...runs.keys()]
  const journal = await saveJournal(new Date(moment.getTime() - AN_HOUR_MS))
  const result = await run<Reconciliation>('backup', 'reconcile', '--journal', journal)
  const server = await startServer(join(product.folder, 'restored.log'), { settings: serverSettings })
  defer(() => server.stop())
  const startMs = Date.now() - startedAt

  const failures = result.failures.map((failure) => `a provider was not asked: ${failure}`)
  for (const payment of orphans) await load.sendCallback(payment)
  const { items: parked } = await load.manage.listParkedPayments({ storeId: load.storeId, limit: 200 })
  if (parked.length !== orphans.length) failures.push(`${parked.length} of ${orphans.length} payments are parked`)

  await load.sellToAgent('afterwards')
  const isQuiet = async () =>
    runs.has('afterwards') && (await readPending(databaseUrl, load.agentServer.id)).length === 0
  if (!(await waitUntil(isQuiet, { timeoutMs: TIMEOUT_MS }))) failures.push('the agent did not deliver everything')
  for (const [player, count] of runs) if (count > 1) failures.push(`${player} received the kit ${count} times`)
  const buyers = await readBuyers(databaseUrl)
  const expected = ranBefore.filter((player) => !buyers.has(player)).toSorted()
  const listed = result.remaining.map(({ player }) => player).toSorted()
  if (listed.join() !== expected.join()) failures.push(`listed as unknown: ${listed.join()}, not ${expected.join()}`)
  failures.push(...(await verify(databaseUrl)).examples)
  return { failures, startMs, reconciled: result.delivered.length, listed: listed.length, parked: parked.length }
}
