import type { Span } from '../kit/kills/database-outages.ts'
import type { Random } from '../kit/random.ts'
import { withCleanUp } from '../kit/run-harness.ts'
import { createMigratedDatabase } from '../kit/start-product.ts'
import { type SupervisedServer, superviseServer } from '../kit/kills/supervised-server.ts'
import type { Owner, TestStore } from '../kit/test-store.ts'
import { verify } from '../kit/verify.ts'
import { type KillPlan, killServers } from './kill-servers.ts'
import { type Games, runGames } from './run-games.ts'
import { createServerPool, type ServerPool } from '../kit/kills/server-pool.ts'
import { setUpStores } from './set-up-stores.ts'
import type { Finding, Outcome, Trial } from './trial.ts'
import { waitUntilQuiet } from './wait-until-quiet.ts'

/** What the servers have to do while they are killed. */
type Work = KillPlan & {
  /** Starts no more work, and resolves when all of it is answered. */
  stop: () => Promise<void>
  /** Called when nothing is left to do. */
  audit: () => Promise<Finding[]>
  figures: () => Record<string, number>
  /** The codes of the requests that failed and were sent again. */
  repeated: string[]
}

type Place<Store> = {
  databaseUrl: string
  servers: SupervisedServer[]
  pool: ServerPool
  stores: Store[]
  games: Games
  random: Random
}

type Plan<Store> = {
  /** One server for each. Undefined: `quartermaster serve`. */
  programs: (string | undefined)[]
  preload: boolean
  /** More settings of the servers. */
  env?: Record<string, string>
  createStores: (owner: Owner) => Promise<Store[]>
  start: (place: Place<Store>) => Work
}

/** One trial with games on all servers of the stores. */
export function runServerTrial<Store extends TestStore>(trial: Trial, plan: Plan<Store>): Promise<Outcome> {
  const { root, cluster, cacheDir, size, random, timeoutMs, onKill } = trial
  return withCleanUp(async (defer) => {
    const databaseUrl = await createMigratedDatabase(defer, { cluster, root })
    const servers = plan.programs.map((program) =>
      superviseServer(
        { root, databaseUrl, cacheDir, ...(plan.env && { env: plan.env }), ...(program && { program }) },
        plan,
      ),
    )
    defer(() => Promise.all(servers.map((server) => server.stop())))
    const outages: Span[] = []
    const pool = createServerPool(servers, random.fork())
    const stores = await setUpStores({ pool, databaseUrl, root }, plan.createStores)
    const gameServers = stores.flatMap((store) => store.servers)
    const games = runGames(gameServers, { pool, outages, random: random.fork() })
    const work = plan.start({ databaseUrl, servers, pool, stores, games, random: random.fork() })
    const done = await killServers(size, { ...work, cluster, pool, outages, random: random.fork(), onKill })
    const unfinished = await waitUntilQuiet({ databaseUrl, stopWork: work.stop, games, timeoutMs })
    await games.stop()
    const findings = [
      ...unfinished,
      ...findDeaths(servers),
      ...games.findings,
      ...(await work.audit()),
      ...(await findViolations(databaseUrl, root)),
    ]
    const figures = { ...work.figures(), ...games.counts }
    const longestOutageMs = Math.max(0, ...outages.map(({ start, end }) => end - start))
    return { ...done, figures, repeated: work.repeated, longestOutageMs, findings }
  })
}

/** Servers that ended without being killed. */
function findDeaths(servers: SupervisedServer[]): Finding[] {
  return servers.flatMap(({ deaths }) =>
    deaths.map(({ code, log }) => {
      const detail = `it ended with code ${code}:\n${log}`
      return { kind: 'wrong', check: 'a server survives outages of the database', detail, isWeak: true }
    }),
  )
}

/** Each broken invariant counts as often as it is broken. */
async function findViolations(databaseUrl: string, root: string): Promise<Finding[]> {
  const { invariants, examples } = await verify(databaseUrl, root)
  return invariants.flatMap(({ name, kind, violations }) => {
    const detail = examples.find((example) => example.startsWith(name)) ?? ''
    return Array.from({ length: violations }, () => ({ kind, check: `verify: ${name}`, detail }))
  })
}
