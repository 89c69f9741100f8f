import { join } from 'node:path'
import { faultsOfLength, sampleAnswers } from './answers.ts'
import type { Options } from './options.ts'
import { createPoller } from './poller.ts'
import type { Side } from './take-turns.ts'
import { type Keys, writeWalk } from './walk.ts'
import type { World } from './world.ts'

/** How many elements a busy server of a measured database has. */
export const ELEMENTS = 2

type Polled = {
  name: string
  title: string
  databaseUrl: string
  keys: { idle: Keys; busy: Keys }
}

export type ProductSide = Side & {
  file: string
  keys: number
  /** Polls a second while every key came for the first time. */
  coldPerSecond: number
  /** What was wrong before any turn. */
  faults: string[]
}

/** The product, started and polled by every key once; its turns also look at how long the answers were. */
export async function pollProduct(
  world: World,
  { name, title, databaseUrl, keys: numbers }: Polled,
  options: Options,
): Promise<ProductSide> {
  const file = join(world.folder, `keys-${name}`)
  const keys = await writeWalk(file, numbers)
  const server = await world.product(databaseUrl)
  const { connections, random } = options
  const poller = createPoller(server, { file, keys: keys.length, connections, from: random.integer(0, keys.length) })
  const cold = await poller.firstPass(`first polls, ${name}`)
  const { sizes, faults } = await sampleAnswers(server.port, { keys, elements: ELEMENTS })
  return {
    name,
    title,
    file,
    keys: keys.length,
    coldPerSecond: Math.round(cold.perSecond),
    faults: [...faults, ...cold.faults.map((fault) => `first polls: ${fault}`)].map((fault) => `${name}: ${fault}`),
    async turn(round) {
      const run = await poller.poll(secondsOf(round, options))
      return { ...run, faults: [...run.faults, ...faultsOfLength(run, sizes)] }
    },
  }
}

/** The first round only warms up, and the check is in a hurry. */
export function secondsOf(round: number, { seconds, short }: Options): number {
  return short && round === 0 ? 1 : seconds
}
