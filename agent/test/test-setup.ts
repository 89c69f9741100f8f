import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDeliveryClient } from '@quartermaster/sdk'
import { onTestFinished, vi } from 'vitest'
import { runAgent } from '../src/delivery/run-agent.ts'
import { type Journal, openJournal } from '../src/journal/journal.ts'
import { createLog } from '../src/log.ts'
import { startTestConsole } from './test-console.ts'
import { KEY, startTestStore } from './test-store.ts'

export type RunningAgent = { journal: Journal; stop: () => Promise<void>; stopped: Promise<void> }

/** Starts a store and a game. `startAgent` starts agents that share one journal. */
export async function createTestSetup() {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-agent-'))
  const store = await startTestStore()
  const game = await startTestConsole()
  const journalFile = join(folder, 'journal')
  const logLines: string[] = []
  const agents: RunningAgent[] = []

  async function startAgent(): Promise<RunningAgent> {
    const journal = await openJournal(journalFile)
    const stopping = new AbortController()
    const stopped = runAgent({
      client: createDeliveryClient({ url: store.url, key: KEY, retries: 0 }),
      openConsole: game.open,
      journal,
      game: 'plain',
      failures: [/^Unknown/],
      serverPort: 25_565,
      onlineIntervalMs: 20,
      log: createLog('text', (line) => logLines.push(line)),
      signal: stopping.signal,
      backoffSettings: { initialMs: 5, maxMs: 20 },
    })
    stopped.catch(() => undefined)
    const stop = async () => {
      stopping.abort()
      await stopped.catch(() => undefined)
      await journal.close()
    }
    const agent = { journal, stopped, stop }
    agents.push(agent)
    return agent
  }

  onTestFinished(async () => {
    for (const agent of agents) await agent.stop().catch(() => undefined)
    await store.stop()
    await game.stop()
    await rm(folder, { recursive: true })
  })
  return { store, game, journalFile, logLines, startAgent }
}

/** Repeats the assertion until it succeeds. */
export async function eventually(assertion: () => void): Promise<void> {
  await vi.waitFor(assertion, { timeout: 60_000, interval: 5 })
}
