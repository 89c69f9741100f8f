import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../e2e/kit/random.ts'
import type { Databases } from './database-machines.ts'
import type { Machine } from './machines.ts'
import type { Node } from './nodes.ts'

/**
 * machine: the machine of the primary vanishes with all its processes. postgres: only PostgreSQL is killed. freeze: all processes
 * of the primary stop for longer than the ttl and then continue. cut: the primary reaches neither etcd nor its standbys, but
 * clients reach it. manager: Patroni hangs while its PostgreSQL runs on. switchover: as planned by an operator. standby: the
 * synchronous standby vanishes. etcd: one member is killed. node: a Quartermaster node is killed. connections: HAProxy of a node
 * is killed and starts again, so all its database connections end.
 */
export const KINDS = [
  'switchover',
  'machine',
  'node',
  'postgres',
  'freeze',
  'cut',
  'manager',
  'standby',
  'etcd',
  'connections',
] as const
export type Kind = (typeof KINDS)[number]

/** The machine that was primary must not take the key again before another one has it. */
const BEYOND_TTL_MS = 6_000

export type World = { databases: Databases; nodes: Node[]; ttl: number; random: Random }
/** What the operator does afterwards. It is called when the service is back. */
type Repair = () => Promise<void>

/** Causes a fault. */
export function cause(kind: Kind, world: World): Promise<Repair> {
  return CAUSES[kind](world)
}

const nothing: Repair = () => Promise.resolve()

const CAUSES: Record<Kind, (world: World) => Promise<Repair>> = {
  async switchover({ databases }) {
    await databases.switchOver()
    return nothing
  },
  async machine({ databases }) {
    return vanish(await requirePrimary(databases), databases)
  },
  async postgres({ databases }) {
    await (await requirePrimary(databases)).kill('postgres')
    return nothing
  },
  async freeze({ databases, ttl }) {
    const primary = await requirePrimary(databases)
    await primary.signal('SIGSTOP')
    return afterTtl(ttl, () => primary.signal('SIGCONT'))
  },
  async manager({ databases, ttl }) {
    const primary = await requirePrimary(databases)
    await primary.signal('SIGSTOP', 'patroni')
    return afterTtl(ttl, () => primary.signal('SIGCONT', 'patroni'))
  },
  async cut({ databases, ttl }) {
    const primary = await requirePrimary(databases)
    const others = databases.machines.filter((machine) => machine !== primary)
    await primary.cutFrom(others)
    return afterTtl(ttl, () => primary.connectTo(others))
  },
  async standby({ databases }) {
    const standby = await databases.findSynchronous()
    if (!standby) throw new Error('There is no synchronous standby')
    return vanish(standby, databases)
  },
  async etcd({ databases, random }) {
    const { machines } = databases
    const leaders = await Promise.all(machines.map(databases.isEtcdLeader))
    const leader = machines.find((_, i) => leaders[i])
    const machine = leader && random.chance(0.5) ? leader : random.pick(machines)
    await machine.kill('etcd')
    return () => databases.repair(machine)
  },
  async node({ nodes, random }) {
    const node = random.pick(nodes)
    await node.kill()
    return node.start
  },
  async connections({ nodes, random }) {
    await random.pick(nodes).restartProxy()
    return nothing
  },
}

/** The link first, so that no connection is closed. */
async function vanish(machine: Machine, databases: Databases): Promise<Repair> {
  await machine.setLink('down')
  await machine.kill()
  return async () => {
    await machine.setLink('up')
    await databases.repair(machine)
  }
}

function afterTtl(ttl: number, repair: Repair): Repair {
  const until = Date.now() + ttl * 1_000 + BEYOND_TTL_MS
  return async () => {
    await sleep(Math.max(until - Date.now(), 0))
    await repair()
  }
}

async function requirePrimary({ findPrimary }: Databases): Promise<Machine> {
  const primary = await findPrimary()
  if (!primary) throw new Error('There is no primary')
  return primary
}

/** Each kind as often as the others, in random order. The first kinds come first if there are fewer faults than kinds. */
export function planFaults(count: number, kinds: readonly Kind[], random: Random): Kind[] {
  const all = Array.from({ length: count }, (_, i) => kinds[i % kinds.length] ?? 'switchover')
  return count <= kinds.length ? all : random.shuffle(all)
}
