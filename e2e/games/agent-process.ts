import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type GameProcess, startGameProcess } from './game-process.ts'
import type { RunningGame } from './running-game.ts'

const PROGRAM = fileURLToPath(new URL('../../agent/bin/quartermaster-agent.mjs', import.meta.url))

export type AgentOrder = {
  storeUrl: string
  key: string
  game: RunningGame
  /** Where its configuration, its journal and its log are kept. */
  folder: string
}

/** The agent as an owner runs it, ready for the first sale. */
export async function startAgent({ storeUrl, key, game, folder }: AgentOrder): Promise<GameProcess> {
  const config = join(folder, 'quartermaster-agent.json')
  const settings = { url: storeUrl, key, serverPort: game.port, console: game.console }
  await mkdir(folder, { recursive: true })
  await writeFile(config, JSON.stringify(settings), { mode: 0o600 })
  return startGameProcess({
    name: 'agent',
    command: process.execPath,
    args: [PROGRAM, 'run', '--config', config],
    folder,
    ready: /Connected to the store/,
  })
}
