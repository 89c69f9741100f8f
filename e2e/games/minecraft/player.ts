import { createRequire } from 'node:module'

/**
 * A player who joins with the protocol of the game, in its own process. Prints a line of JSON for each change that the
 * game sends.
 *
 *   node player.ts <game port> <name>
 */

const VERSION = '1.20.4'

export type Sighting = { joined: true } | { slot: number; count: number } | { level: number }

type Protocol = {
  createClient: (settings: object) => { on: (event: string, listener: (packet: never) => void) => void }
}
type Slot = { slot: number; item: { itemId?: number; itemCount?: number } }
type Experience = { level: number }

const [port, username] = process.argv.slice(2)
const load = createRequire(import.meta.url)
const diamond = findDiamondId()
const client = (load('minecraft-protocol') as Protocol).createClient({
  host: '127.0.0.1',
  port: Number(port),
  username,
  auth: 'offline',
  version: VERSION,
  hideErrors: true,
})
client.on('position', () => print({ joined: true }))
client.on('set_slot', ({ slot, item }: Slot) => {
  if (item.itemId === diamond) print({ slot, count: item.itemCount ?? 0 })
})
client.on('experience', ({ level }: Experience) => print({ level }))
client.on('error', (error: Error) => console.error(error.message))

function print(sighting: Sighting): void {
  console.log(JSON.stringify(sighting))
}

function findDiamondId(): number {
  const data = load('minecraft-data') as (version: string) => { itemsByName: Record<string, { id: number }> }
  const id = data(VERSION).itemsByName['diamond']?.id
  if (id === undefined) throw new Error('This version has no diamonds')
  return id
}
