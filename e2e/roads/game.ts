import { once } from 'node:events'
import { readFileSync, watch } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { freePort } from '../kit/game/free-port.ts'
import { startRconServer } from '../kit/game/rcon-server.ts'
import { startAgent } from '../kit/game/start-agent.ts'
import type { Defer } from '../kit/run-harness.ts'

const PASSWORD = 'open sesame'

/** A line of the game's own log. */
type Ran = { at: number; command: string }

export type Game = {
  /** Every command that ran, the oldest first. */
  log: readonly Ran[]
  join: (player: string) => void
  leave: (player: string) => void
  /** Answers the next command that contains this text with an error of the game. */
  failNext: (text: string) => void
  /** Empties the world. Everybody has lost what they had. */
  wipe: () => void
  /** Another client than the agent serves the game: the agent stops, and the log is what the client writes to a file. */
  replaceAgent: (consoleFile: string) => Promise<void>
}

/** A game server that speaks as Minecraft does, with the agent beside it. */
export async function startGame(
  defer: Defer,
  { url, key, folder }: { url: string; key: string; folder: string },
): Promise<Game> {
  const log: Ran[] = []
  const players = new Set<string>()
  let failing: string | undefined
  const port = await freePort()
  const server = startRconServer({
    port,
    password: PASSWORD,
    run(command) {
      if (/^list\b/.test(command))
        return `There are ${players.size} of a max of 20 players online: ${[...players].join(', ')}`
      if (failing !== undefined && command.includes(failing)) {
        failing = undefined
        return 'Unknown command: try again later'
      }
      log.push({ at: Date.now(), command })
      return 'Done'
    },
  })
  await once(server, 'listening')
  defer(() => server.close())
  const console = { dialect: 'minecraft', host: '127.0.0.1', port, password: PASSWORD }
  const agent = await startAgent({ url, key, console, serverPort: port, folder })
  defer(agent.stop)
  return {
    log,
    join: (player) => void players.add(player),
    leave: (player) => void players.delete(player),
    failNext: (text) => void (failing = text),
    wipe: () => players.clear(),
    async replaceAgent(file) {
      await agent.stop()
      await writeFile(file, '')
      // The client and this process see the same clock, and nobody else writes.
      const watcher = watch(file, () => {
        const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
        for (const command of lines.slice(log.length)) log.push({ at: Date.now(), command })
      })
      defer(() => watcher.close())
    },
  }
}
