import { createRequire } from 'node:module'

/**
 * A player who joins over the game's own protocol, in a process of its own. Prints a line of JSON for what the game
 * tells him.
 *
 *   node player.ts <game port> <name>
 */

const VERSION = '1.20.4'

/** What a player sees of the game: a line of JSON each. */
export type Sighting = { joined: true } | { slot: number; count: number } | { level: number }

type Protocol = {
  createClient: (settings: object) => { on: (event: string, listener: (packet: never) => void) => void }
}
type Slot = { slot: number; item: { itemId?: number; itemCount?: number } }
type Experience = { level: number }

const [port, username] = process.argv.slice(2)
const load = createRequire(import.meta.url)
const diamond = diamondsId()
const client = (load('minecraft-protocol') as Protocol).createClient({
  host: '127.0.0.1',
  port: Number(port),
  username,
  auth: 'offline',
  version: VERSION,
  hideErrors: true,
})
client.on('position', () => tell({ joined: true }))
client.on('set_slot', ({ slot, item }: Slot) => {
  if (item.itemId === diamond) tell({ slot, count: item.itemCount ?? 0 })
})
client.on('experience', ({ level }: Experience) => tell({ level }))
client.on('error', (error: Error) => console.error(error.message))

function tell(sighting: Sighting): void {
  console.log(JSON.stringify(sighting))
}

function diamondsId(): number {
  const data = load('minecraft-data') as (version: string) => { itemsByName: Record<string, { id: number }> }
  const id = data(VERSION).itemsByName['diamond']?.id
  if (id === undefined) throw new Error('this version has no diamonds')
  return id
}
