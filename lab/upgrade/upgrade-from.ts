import { rename, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { extractVersion } from '../../e2e/kit/earlier-version.ts'
import { createGameCalls, readDeliveryIds } from '../../e2e/kit/load/game-calls.ts'
import { query, queryRow } from '../../e2e/kit/query.ts'
import { createRandom } from '../../e2e/kit/random.ts'
import { PROJECT_ROOT, runCommand } from '../../e2e/kit/run-command.ts'
import { type Defer, withCleanUp } from '../../e2e/kit/run-harness.ts'
import { startEnvironment } from '../../e2e/kit/start-environment.ts'
import { createOwner, createTestStore } from '../../e2e/kit/test-store.ts'
import { replaceProcesses } from '../restarts/replace-processes.ts'
import { followProcesses } from '../restarts/running-processes.ts'
import { copyHistory } from './copy-history.ts'
import { type LoadPhase, runLoad } from './run-load.ts'
import { watchLocks } from './watch-locks.ts'

type Options = { commit: string; checkouts: number; seconds: number; seed: number }
type Step = { name: string; startedAt: string; ms: number; attempts: number }
type Check = { pending: { name: string; estimatedMs: number }[]; longestBlockMs: number; canGoBack: boolean }
type Migration = Pick<Step, 'name' | 'ms' | 'attempts'> & { longestLockWaitMs: number; estimatedMs: number }
type Phase = 'before' | 'check' | 'migrate' | 'together' | 'replace'

export type Upgrade = {
  migrations: Migration[]
  phases: Record<Phase, LoadPhase>
  lost: number
  /** What all copied sales were paid with before the migrations and is not now, in minor units. */
  repricedMinor: number
  death: string | undefined
}

const PROCESSES = 2
const OLD_SERVERS = 8
const NEW_SERVERS = 4
/** Without them, PostgreSQL writes its checkpoints while the migrations are measured, because of the copies. */
const SETTINGS = { max_wal_size: '8GB', checkpoint_timeout: '30min', shared_buffers: '1GB' }

/**
 * Upgrades a store of an earlier version as docs/operate/upgrades.md says, while it is used: checks, migrates, lets both versions
 * serve, and replaces the processes.
 */
export async function upgradeFrom({ commit, checkouts, seconds, seed }: Options): Promise<Upgrade> {
  return withCleanUp(async (defer) => {
    const { current, switchVersion } = await linkVersion(defer, commit)
    const { startServer, ...environment } = await startEnvironment(defer, { root: current, settings: SETTINGS })
    const databaseUrl = await environment.createDatabase()
    const server = await startServer(databaseUrl, { processes: PROCESSES })
    const { oldTarget, newTarget, sale } = await createStore({ url: server.url, databaseUrl, root: current })
    await copyHistory({ databaseUrl, checkouts, ...sale })

    const soldMinor = await sumCopies(databaseUrl, 'l.price_minor * l.quantity')
    const old = await runLoad(defer, { ...oldTarget, port: server.port, seed })
    await sleep(seconds * 1_000)
    const before = await old.report()
    const locks = watchLocks(databaseUrl)
    const check = await runNew<Check>(['upgrade', '--check'], databaseUrl)
    const checking = await old.report()
    const { steps } = await runNew<{ steps: Step[] }>(['migrate'], databaseUrl)
    const migrating = await old.report()
    await locks.stop()

    const newServer = await startServer(databaseUrl, { root: PROJECT_ROOT })
    const newer = await runLoad(defer, { ...newTarget, port: newServer.port, seed: seed + 1 })
    await sleep(seconds * 1_000)
    const together = addPhases(await old.report(), await newer.report())
    await switchVersion()
    const running = followProcesses(server.logFile)
    await replaceProcesses('all', { server, running, processes: PROCESSES, random: createRandom(seed) })
    await sleep(seconds * 1_000)
    const replacing = addPhases(await old.stop(), await newer.stop())
    const lost = await countLost(databaseUrl, [...old.reported, ...newer.reported])
    const repricedMinor = (await sumCopies(databaseUrl, 'paid_minor(l)')) - soldMinor
    const death = (await server.stop()) ?? (await newServer.stop())
    return {
      migrations: steps.map(({ name, startedAt, ms, attempts }) => {
        const from = Date.parse(startedAt)
        const estimates = check.pending.filter(
          (each) => each.name === name || (name === 'functions' && each.name.includes('/')),
        )
        const estimatedMs = estimates.reduce((sum, each) => sum + each.estimatedMs, 0)
        return { name, ms, attempts, longestLockWaitMs: locks.longest(from, from + ms), estimatedMs }
      }),
      phases: { before, check: checking, migrate: migrating, together, replace: replacing },
      lost,
      repricedMinor,
      death,
    }
  })
}

/** The link that the processes start from, as in the documents. */
async function linkVersion(defer: Defer, commit: string) {
  const folder = await extractVersion(defer, commit)
  const current = join(folder, 'current')
  await symlink(folder, current)
  return {
    current,
    switchVersion: async () => {
      await symlink(PROJECT_ROOT, `${current}.next`)
      await rename(`${current}.next`, current)
    },
  }
}

/** A store with a delivered sale, and the game servers of both loads. */
async function createStore(place: { url: string; databaseUrl: string; root: string }) {
  const owner = await createOwner({ ...place, manyStores: false })
  const store = await createTestStore(owner, { servers: OLD_SERVERS + NEW_SERVERS, withToken: false })
  const { storeId, servers } = store
  const productId = await store.addProduct({ serverIds: servers.map(({ id }) => id) })
  const copied = await store.addProduct({ name: 'VIP Silver' })
  const { id: checkoutId } = await store.sell({ gameUserId: 'copied', items: [{ productId: copied }] })
  const game = createGameCalls({ port: Number(new URL(place.url).port), key: servers[0]?.key ?? '' })
  for (const id of readDeliveryIds((await game.poll()).text)) await game.report(id)
  game.close()
  const target = { token: owner.token, storeId, productId }
  const keys = servers.map(({ key }) => key)
  return {
    oldTarget: { ...target, keys: keys.slice(0, OLD_SERVERS) },
    newTarget: { ...target, keys: keys.slice(OLD_SERVERS) },
    sale: { storeId, checkoutId },
  }
}

async function runNew<T>(args: string[], databaseUrl: string): Promise<T> {
  const answer = JSON.parse(await runCommand([...args, '--json'], { databaseUrl })) as T & {
    error?: { message: string }
  }
  if (answer.error) throw new Error(`quartermaster ${args.join(' ')}: ${answer.error.message}`)
  return answer
}

function addPhases(a: LoadPhase, b: LoadPhase): LoadPhase {
  return {
    requests: a.requests + b.requests,
    failedRequests: a.failedRequests + b.failedRequests,
    longestWaitMs: Math.max(a.longestWaitMs, b.longestWaitMs),
    examples: [...a.examples, ...b.examples],
  }
}

async function sumCopies(databaseUrl: string, amount: string): Promise<number> {
  const { minor } = await queryRow<{ minor: string }>(
    databaseUrl,
    `select sum(${amount}) as minor from checkout_lines l join checkouts c on c.store_id = l.store_id and c.id = l.checkout_id
     where c.game_user_id like 'copy-%'`,
  )
  return Number(minor)
}

/** Deliveries whose report succeeded, but which are not in the ledger. */
async function countLost(databaseUrl: string, reported: string[]): Promise<number> {
  const kept = await query<{ id: string }>(
    databaseUrl,
    `select type_id('cmd', id) as id from delivery_ledger where state = 'processed' and game_user_id not like 'copy-%'`,
  )
  const ids = new Set(kept.map(({ id }) => id))
  return reported.filter((id) => !ids.has(id)).length
}
