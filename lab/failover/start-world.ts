import { freePort } from '../../e2e/kit/game/free-port.ts'
import { runCommand } from '../../e2e/kit/run-command.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { PASSWORD, startDatabases } from './database-machines.ts'
import type { ConfigurationEdit } from './fill-template.ts'
import { createNetwork, type Machine } from './machines.ts'
import { type Node, startFrontDoor, startNode } from './nodes.ts'

export type Plan = {
  /** For data and logs. */
  folder: string
  edits: ConfigurationEdit[]
  /** The project, or a copy of it with a mutant. */
  root: string
}

/** Three database machines and two nodes behind HAProxy, each with its own network, from the files of `deploy/ha`. */
export async function startWorld(defer: Defer, { folder, edits, root }: Plan) {
  const network = await createNetwork(defer, folder)
  const add = async (...names: string[]) => {
    const machines: Machine[] = []
    for (const name of names) machines.push(await network.addMachine(name))
    return machines
  }
  const databaseMachines = await add('db1', 'db2', 'db3')
  const nodeMachines = await add('node1', 'node2')
  const addresses = [...databaseMachines, ...nodeMachines].map(({ name, address }) => [name.toUpperCase(), address])
  const secrets = ['SUPERUSER', 'REPLICATION', 'REWIND', 'PATRONI'].map((name) => [`${name}_PASSWORD`, PASSWORD])
  const values = { ...Object.fromEntries([...addresses, ...secrets]), NETWORK: network.range } as Record<string, string>
  const templates = { values, edits }

  const databases = await startDatabases(databaseMachines, templates)
  await runCommand(['migrate'], { databaseUrl: await databases.url(), root })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const nodes: Node[] = await Promise.all(
    nodeMachines.map((machine) => startNode(machine, { network, templates, root, publicUrl: url })),
  )
  defer(() => Promise.all(nodes.map(async (node) => node.stop())))
  await startFrontDoor(defer, { port, folder, templates })
  return { network, databases, nodes, port, url }
}
