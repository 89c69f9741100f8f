import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../kit/random.ts'
import { withCleanUp } from '../../kit/run-harness.ts'
import { createFolder, createMigratedDatabase } from '../../kit/start-product.ts'
import { startServer } from '../../kit/start-server.ts'
import { waitUntil } from '../../kit/wait-until.ts'
import type { Finding, Outcome, Trial } from '../trial.ts'
import { type AgentProcess, superviseAgent } from './agent-process.ts'
import { type AgentStore, createAgentStore } from './agent-store.ts'
import { auditHeld, auditOrder, auditRuns } from './audit-deliveries.ts'
import { startCountingConsole } from './counting-console.ts'
import { killAgent } from './kill-agent.ts'
import { createHeldResolver } from './resolve-held.ts'

/** More would only wait, because the agent is killed soon. */
const BACKLOG = 12
const POLL_MS = 100

/** Purchases that the agent delivers to a game that counts, while the agent is killed and its connections are cut. */
export function runAgentTrial(trial: Trial): Promise<Outcome> {
  const { root, cluster, cacheDir, size, random, timeoutMs, onKill } = trial
  return withCleanUp(async (defer) => {
    const folder = await createFolder(defer)
    const databaseUrl = await createMigratedDatabase(defer, { cluster, root })
    const settings = { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' }
    const server = await startServer(join(folder, 'server.log'), { settings })
    defer(() => server.stop())
    const { url } = server
    const store = await createAgentStore({ url, databaseUrl }, random.fork())
    const maxCuts = Math.ceil(size.kills / 2)
    const game = await startCountingConsole(random.fork(), maxCuts)
    defer(() => game.stop())
    const { port, password } = game
    const console = { dialect: 'minecraft', port, password, timeoutMs: 1_000 }
    const config = { url, key: store.key, onlineSeconds: 1, console }
    const agent = await superviseAgent({ root, folder, cacheDir, config })
    defer(() => agent.stop())
    const held = createHeldResolver(store, game)

    const buying = buyRepeatedly(store, random.fork())
    await killAgent({
      agent,
      game,
      kills: size.kills,
      // Without kills, the agent backs off for longer and longer after each cut.
      isEnough: () => game.cuts() >= maxCuts,
      random: random.fork(),
      between: () => held.resolveSome(),
      onKill,
    })
    game.becomeReliable()
    await buying.stop()

    const isQuiet = await waitForQueue(store, timeoutMs, { allowsHeld: true })
    const status = await agent.status()
    const heldFindings = auditHeld(store.purchases, { runs: game.runs, queue: await store.readQueue(), status })
    await held.resolveAll()
    const isEmpty = await waitForQueue(store, timeoutMs, { allowsHeld: false })
    const late = isQuiet && isEmpty ? [] : [describeLate(agent)]
    const exitCode = await agent.stop()
    const findings = [
      ...heldFindings,
      ...late,
      ...held.findings,
      ...auditRuns(store.purchases, { runs: game.runs, queue: await store.readQueue() }),
      ...auditOrder(store.purchases, game.lines),
      ...findDeaths(agent, exitCode),
    ]
    const deliveries = store.purchases.length
    const figures = { cuts: game.cuts(), deliveries, uncertain: held.count(), consoleRuns: game.lines.length }
    return { kills: agent.kills(), dbKills: 0, figures, repeated: [], longestOutageMs: 0, findings }
  })
}

/** Keeps a small number of deliveries in the queue. */
function buyRepeatedly(store: AgentStore, random: Random): { stop: () => Promise<void> } {
  const state = { isStopped: false }
  async function run(): Promise<void> {
    while (!state.isStopped) {
      const waiting = [...(await store.readQueue()).values()].filter(({ isHeld }) => !isHeld).length
      for (let i = waiting; i < BACKLOG; i++) await store.buy()
      await sleep(random.between(POLL_MS / 2, POLL_MS))
    }
  }
  const running = run()
  return {
    stop() {
      state.isStopped = true
      return running
    },
  }
}

async function waitForQueue(
  store: AgentStore,
  timeoutMs: number,
  { allowsHeld }: { allowsHeld: boolean },
): Promise<boolean> {
  const isEmpty = async () => [...(await store.readQueue()).values()].every(({ isHeld }) => isHeld && allowsHeld)
  return waitUntil(isEmpty, { timeoutMs, intervalMs: POLL_MS })
}

function describeLate(agent: AgentProcess): Finding {
  const detail = `the queue is not empty; the end of the log of the agent:\n${agent.log()}`
  return { kind: 'late', check: 'the agent delivers everything when it is not killed', detail, isWeak: true }
}

function findDeaths(agent: AgentProcess, exitCode: number | null): Finding[] {
  const stopped = exitCode === 0 ? [] : [`it was stopped and ended with code ${exitCode}:\n${agent.log()}`]
  return [...agent.deaths, ...stopped].map((detail) => ({
    kind: 'wrong',
    check: 'the agent only ends when it is killed or stopped',
    detail,
    isWeak: true,
  }))
}
