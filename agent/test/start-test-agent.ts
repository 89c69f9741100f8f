import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDeliveryClient } from '@quartermaster/sdk'
import { onTestFinished, vi } from 'vitest'
import { runAgent } from '../src/delivery/run-agent.ts'
import { type Journal, openJournal } from '../src/journal/journal.ts'
import { createLog } from '../src/log.ts'
import { startSmallConsole } from './test-console.ts'
import { KEY, startSmallStore } from './test-store.ts'

export type Life = { journal: Journal; stop: () => Promise<void>; ended: Promise<void> }

/** A store, a game and a folder for the journal; agents are started and stopped between them. */
export async function startTestAgent() {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-agent-'))
  const store = await startSmallStore()
  const game = await startSmallConsole()
  const journalFile = join(folder, 'journal')
  const lines: string[] = []
  const lives: Life[] = []

  async function start(): Promise<Life> {
    const journal = await openJournal(journalFile)
    const stopping = new AbortController()
    const ended = runAgent({
      client: createDeliveryClient({ url: store.url, key: KEY, retries: 0 }),
      openConsole: game.open,
      journal,
      game: 'plain',
      failures: [/^Unknown/],
      serverPort: 25_565,
      onlineEveryMs: 20,
      log: createLog('text', (line) => lines.push(line)),
      signal: stopping.signal,
      pauses: { firstMs: 5, mostMs: 20 },
    })
    ended.catch(() => undefined)
    const stop = async () => {
      stopping.abort()
      await ended.catch(() => undefined)
      await journal.close()
    }
    const life = { journal, ended, stop }
    lives.push(life)
    return life
  }

  onTestFinished(async () => {
    for (const life of lives) await life.stop().catch(() => undefined)
    await store.stop()
    await game.stop()
    await rm(folder, { recursive: true })
  })
  return { store, game, journalFile, lines, start }
}

/** Waits until it is so. */
export async function eventually(check: () => void): Promise<void> {
  await vi.waitFor(check, { timeout: 10_000, interval: 5 })
}
