import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DeliveryId, formatId } from '../../server/src/ids.ts'
import type { startStore } from '../../server/test/start-store.ts'

type Settings = { command: string; onTestFinished: (clean: () => Promise<void>) => void }

/** Opens a store with three products, and a game. `start` starts the client. Everything stops with the test. */
export async function openShop(store: Awaited<ReturnType<typeof startStore>>, { command, onTestFinished }: Settings) {
  const storeId = await store.createStore({ mode: 'test' })
  const { key } = await store.createServer(storeId)
  const vip = await store.createProduct(storeId)
  const kit = await store.createProduct(storeId, {
    name: 'Kit ⚔',
    commands: { approve: ['give {userId} sword 1', 'title {userId} "hail {userId}"'], refund: [], expire: [] },
  })
  const boost = await store.createProduct(storeId, {
    name: 'Boost',
    commands: { approve: ['boost {userId} on'], refund: [], expire: ['boost {userId} off'] },
    durationSeconds: 3_600,
  })
  const game = await openGame()
  onTestFinished(game.close)

  function start() {
    const running = startClient(command, { url: store.baseUrl, key }, game)
    onTestFinished(running.kill)
    return running
  }

  async function readPending(): Promise<{ id: string; player: string }[]> {
    const rows = await store.query<{ id: DeliveryId; player: string }>(
      `select id, game_user_id as player from pending_deliveries where store_id = $1 order by position`,
      [storeId],
    )
    return rows.map(({ id, player }) => ({ id: formatId('cmd', id), player }))
  }

  return { storeId, goods: { vip, kit, boost }, game, start, readPending }
}

/** The game of an example client: a file for the commands, and a file with the online players. */
async function openGame() {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-example-'))
  const console = join(folder, 'console')
  const players = join(folder, 'players')
  const journal = join(folder, 'quartermaster.journal')
  writeFileSync(console, '')
  writeFileSync(players, '[]')
  return {
    console,
    players,
    folder,
    join: (...names: string[]) => writeFileSync(players, JSON.stringify(names)),
    /** The commands that ran, in order. */
    lines: () => linesOf(console),
    journaled: () => (existsSync(journal) ? linesOf(journal).filter(Boolean) : []),
    /** Removes a line from the journal, as an owner does after a check. */
    removeFromJournal: (line: string) => writeFileSync(journal, readFileSync(journal, 'utf8').replace(`${line}\n`, '')),
    close: () => rm(folder, { recursive: true }),
  }
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8').split('\n').slice(0, -1)
}

/** Starts the client in its own process. */
function startClient(
  command: string,
  { url, key }: { url: string; key: string },
  game: Awaited<ReturnType<typeof openGame>>,
) {
  const child = spawn(`exec ${command}`, {
    shell: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      QM_URL: url,
      QM_KEY: key,
      QM_PAUSE: '0.25',
      QM_STATE: game.folder,
      QM_CONSOLE_FILE: game.console,
      QM_PLAYERS_FILE: game.players,
    },
  })
  const exited = once(child, 'exit')
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }

  async function kill(): Promise<void> {
    child.kill('SIGKILL')
    await exited
  }

  return { output: () => output, kill }
}
