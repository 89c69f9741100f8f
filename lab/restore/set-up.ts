import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../e2e/kit/game/free-port.ts'
import { startRconServer } from '../../e2e/kit/game/rcon-server.ts'
import { startAgent } from '../../e2e/kit/game/start-agent.ts'
import { startClients } from '../../e2e/kit/load/load-worker.ts'
import type { Random } from '../../e2e/kit/random.ts'
import { PROJECT_ROOT, runCommand } from '../../e2e/kit/run-command.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { createFolder, startProduct } from '../../e2e/kit/start-product.ts'
import { SECRET_KEYS } from '../../e2e/kit/start-server.ts'
import { createArchive } from './archive.ts'
import { createLoad } from './load.ts'

const EMPTY_LIST = 'There are 0 of a max of 20 players online:'

export type Installation = Awaited<ReturnType<typeof setUp>>

/** A store that archives, sells and delivers. */
export async function setUp(defer: Defer, random: Random) {
  const folder = await createFolder(defer)
  const [port, storePort] = [await freePort(), await freePort()]
  const dataDir = join(folder, 'original')
  const archive = await createArchive(folder, { dataDir, port })
  const settings = { PORT: String(storePort) }
  const cluster = { major: 15, dir: dataDir, keep: false, port, settings: archive.settings } as const
  const product = await startProduct(defer, { cluster, settings })
  const { databaseUrl, server } = product
  await archive.create()

  const load = await createLoad({ url: server.url, databaseUrl }, random)
  defer(load.stop)
  const clients = load.otherServers.map(({ key }) => ({ key, kind: 'steady' as const }))
  const games = await startClients({ port: server.port, seed: random.integer(1, 2 ** 31), clients })
  defer(() => games.kill())
  const game = await startGame(defer)
  const agentFolder = join(folder, 'agent')
  const { key } = load.agentServer
  const agent = await startAgent({ url: server.url, key, console: game.console, folder: agentFolder })
  defer(() => agent.stop())

  return {
    folder,
    port,
    archive,
    product,
    serverSettings: { DATABASE_URL: databaseUrl, ...settings },
    load,
    games,
    /** How often each player received something. */
    runs: game.runs,
    /** Runs the command line, and returns its JSON. */
    run: async <Result>(...args: string[]) => {
      const env = { SECRET_KEYS, PGBACKREST_CONFIG: archive.config }
      return JSON.parse(await runCommand([...args, '--json'], { databaseUrl, env })) as Result
    },
    /** Writes what the agent ran since then to a file. */
    saveJournal: async (since: Date): Promise<string> => {
      const program = join(PROJECT_ROOT, 'agent/bin/quartermaster-agent.mjs')
      const config = join(agentFolder, 'quartermaster-agent.json')
      const args = [program, 'journal', '--config', config, '--since', since.toISOString(), '--json']
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
      if (status !== 0) throw new Error(`quartermaster-agent journal failed: ${stderr}`)
      const file = join(folder, 'journal.json')
      await writeFile(file, stdout)
      return file
    },
  }
}

/** A game that is never killed. */
async function startGame(defer: Defer) {
  const runs = new Map<string, number>()
  const [port, password] = [await freePort(), 'test']
  function run(line: string): string {
    if (line.startsWith('list')) return EMPTY_LIST
    const player = line.split(' ')[1]?.replaceAll('"', '') ?? line
    runs.set(player, (runs.get(player) ?? 0) + 1)
    return 'ok'
  }
  const server = startRconServer({ port, password, run })
  await once(server, 'listening')
  defer(() => server.close())
  return {
    runs: runs as ReadonlyMap<string, number>,
    console: { dialect: 'minecraft', host: '127.0.0.1', port, password },
  }
}
