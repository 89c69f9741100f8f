import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, dropDatabase } from '@quartermaster/local-postgres/database'
import type { Random } from '../../kit/random.ts'
import { startServer } from '../../kit/start-server.ts'
import type { Finding } from '../finding.ts'
import { runCommand } from '../../kit/run-command.ts'
import type { Outcome, Trial } from '../trial.ts'
import { type AgentProcess, superviseAgent } from './agent-process.ts'
import { type AgentShop, openAgentShop } from './agent-shop.ts'
import { auditDoubts, auditOrder, auditRuns } from './audit-deliveries.ts'
import { startCountingConsole } from './counting-console.ts'
import { createOwner } from './owner.ts'
import { strikeAgent } from './strike-agent.ts'

/** More would only wait: a life of the agent is short. */
const BACKLOG = 12
const LOOK_MS = 100

/** Purchases through the agent to a game that counts, while the agent is killed and its connections are cut. */
export async function runAgentTrial({
  root,
  cluster,
  cacheDir,
  wanted,
  random,
  patienceMs,
  onBlow,
}: Trial): Promise<Outcome> {
  const wantedCuts = Math.ceil(wanted.kills / 2)
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-crash-agent-'))
  const databaseUrl = await createDatabase(cluster)
  await runCommand(['migrate'], { databaseUrl, root })
  const shop = await openAgentShop(databaseUrl, random.fork())
  const store = await startServer(join(folder, 'store.log'), {
    settings: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' },
  })
  const game = await startCountingConsole(random.fork(), wantedCuts)
  const { port, password } = game
  const config = {
    url: `http://127.0.0.1:${store.port}`,
    key: shop.key,
    onlineSeconds: 1,
    console: { dialect: 'minecraft', port, password, timeoutMs: 1_000 },
  }
  const agent = await superviseAgent({ root, folder, cacheDir, config })
  const owner = createOwner(shop, game)
  try {
    const trade = keepBuying(shop, random.fork())
    await strikeAgent({
      agent,
      game,
      kills: wanted.kills,
      // A life that is not ended by a blow waits ever longer for a console that is cut again and again.
      isEnough: () => game.cuts() >= wantedCuts,
      random: random.fork(),
      between: owner.look,
      onBlow,
    })
    game.calmDown()
    await trade.end()

    const inTime = await quiet(shop, { but: 'held', patienceMs })
    const status = await agent.status()
    const doubts = auditDoubts(shop.purchases, { runs: game.runs, queue: await shop.queue(), status })
    await owner.decideAll()
    const atRest = await quiet(shop, { but: 'nothing', patienceMs })
    const code = await agent.stop()
    const findings = [
      ...(inTime && atRest ? [] : [late(agent)]),
      ...doubts,
      ...owner.findings,
      ...auditRuns(shop.purchases, { runs: game.runs, queue: await shop.queue() }),
      ...auditOrder(shop.purchases, game.lines),
      ...deaths(agent, code),
    ]
    const figures = {
      cuts: game.cuts(),
      elements: shop.purchases.length,
      inDoubt: owner.seen(),
      consoleRuns: game.lines.length,
    }
    return { kills: agent.kills(), dbKills: 0, figures, repeated: 0, longestOutageMs: 0, failures: new Map(), findings }
  } finally {
    await agent.stop()
    await game.stop()
    await store.stop()
    await shop.close()
    await dropDatabase(cluster, databaseUrl)
    await rm(folder, { recursive: true, force: true })
  }
}

/** There is always something to deliver, and never much of it. */
function keepBuying(shop: AgentShop, random: Random): { end: () => Promise<void> } {
  const state = { isOver: false }
  async function trade(): Promise<void> {
    while (!state.isOver) {
      const waiting = [...(await shop.queue()).values()].filter(({ held }) => !held).length
      for (let i = waiting; i < BACKLOG; i++) await shop.buy()
      await sleep(random.between(LOOK_MS / 2, LOOK_MS))
    }
  }
  const traded = trade()
  return {
    end() {
      state.isOver = true
      return traded
    },
  }
}

async function until(condition: () => boolean | Promise<boolean>, patienceMs: number): Promise<boolean> {
  const end = Date.now() + patienceMs
  while (!(await condition())) {
    if (Date.now() > end) return false
    await sleep(LOOK_MS)
  }
  return true
}

async function quiet(
  shop: AgentShop,
  { but, patienceMs }: { but: 'held' | 'nothing'; patienceMs: number },
): Promise<boolean> {
  const isQuiet = async () => [...(await shop.queue()).values()].every(({ held }) => held && but === 'held')
  return until(isQuiet, patienceMs)
}

function late(agent: AgentProcess): Finding {
  const detail = `the queue did not get empty; the agent's last words:\n${agent.log()}`
  return { kind: 'late', check: 'the agent delivers what waits when nobody disturbs it', detail, weak: true }
}

function deaths(agent: AgentProcess, code: number | null): Finding[] {
  const stopped = code === 0 ? [] : [`it was stopped and ended with ${code}:\n${agent.log()}`]
  return [...agent.deaths, ...stopped].map((detail) => ({
    kind: 'wrong',
    check: 'the agent ends only when it is killed or stopped',
    detail,
    weak: true,
  }))
}
