import { createRequire } from 'node:module'
import { startRconServer } from '../../kit/game/rcon-server.ts'

/**
 * A Minecraft server (flying-squid) in its own process. It has no RCON, so this file adds an RCON server to its console.
 *
 *   node world.ts <game port> <rcon port> <rcon password>
 */

const VERSION = '1.20.4'
const MAX_PLAYERS = 5

type Squid = {
  createMCServer: (settings: object) => World
}
type World = {
  players: { username: string }[]
  commands: { use: (line: string) => Promise<string | undefined> }
  on: (event: 'listening' | 'error', listener: (value: unknown) => void) => void
}

const [port, rconPort, password = ''] = process.argv.slice(2)
const { createMCServer } = createRequire(import.meta.url)('flying-squid') as Squid
const world = createMCServer({
  host: '127.0.0.1',
  port: Number(port),
  version: VERSION,
  motd: 'Vale',
  'max-players': MAX_PLAYERS,
  'online-mode': false,
  'everybody-op': false,
  'max-entities': 10,
  'view-distance': 2,
  logging: false,
  gameMode: 0,
  difficulty: 0,
  generation: { name: 'superflat', options: { version: VERSION, worldHeight: 80 } },
  kickTimeout: 30_000,
  plugins: {},
  modpe: false,
  'player-list-text': { header: { text: 'Vale' }, footer: { text: '' } },
})
world.on('error', (error) => console.error(error))
world.on('listening', () => {
  startRconServer({ port: Number(rconPort), password, run }).once('listening', () => console.log('ready'))
})

/** Uses the texts of the original server for the list of players and for errors. */
async function run(line: string): Promise<string> {
  if (line === 'list') {
    const names = world.players.map(({ username }) => username)
    return `There are ${names.length} of a max of ${MAX_PLAYERS} players online: ${names.join(', ')}`
  }
  try {
    return (await world.commands.use(line)) ?? ''
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return message === 'Command not found' ? 'Unknown or incomplete command, see below for error' : message
  }
}
