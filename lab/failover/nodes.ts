import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { type Server, startServer } from '../../e2e/kit/start-server.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { PASSWORD } from './database-machines.ts'
import { fillTemplate, type Templates } from './fill-template.ts'
import type { Machine, Network } from './machines.ts'

const PROCESSES = 2
const PORT = '8080'
const METRICS_PORT = '9091'
const DATABASE_PORT = 5000
const READY_WITHIN_MS = 60_000

type Settings = { network: Network; templates: Templates; root: string; publicUrl: string }

export type Node = Awaited<ReturnType<typeof startNode>>

/** A machine with Quartermaster, and with HAProxy that leads to the primary. */
export async function startNode(machine: Machine, { network, templates, root, publicUrl }: Settings) {
  const { address, folder, name } = machine
  const proxyFile = join(folder, 'haproxy.cfg')
  await fillTemplate('haproxy-database.cfg', templates, { to: proxyFile })
  const startProxy = () => machine.start({ command: 'haproxy', args: ['-db', '-f', proxyFile] })
  let starts = 0
  let server: Server | undefined

  async function start(): Promise<void> {
    server = await startServer(join(folder, `server-${++starts}.log`), {
      root,
      processes: PROCESSES,
      wrap: machine.wrap,
      settings: {
        DATABASE_URL: `postgres://quartermaster:${PASSWORD}@127.0.0.1:${DATABASE_PORT}/quartermaster`,
        PUBLIC_URL: publicUrl,
        HOST: address,
        PORT,
        METRICS_HOST: address,
        METRICS_PORT,
        TRUST_PROXY: network.gateway,
        WEBHOOK_ALLOW: network.range,
      },
    })
  }

  startProxy()
  await start()
  return {
    name,
    machine,
    start,
    /** Kills all of its processes, but not HAProxy. */
    async kill(): Promise<void> {
      await machine.kill('node', 'MainThread')
      server = undefined
    },
    /** Closes all connections to the database at once. */
    async restartProxy(): Promise<void> {
      await machine.kill('haproxy')
      startProxy()
    },
    died: () => server?.died(),
    stop: () => server?.stop(),
  }
}

type FrontDoor = { port: number; folder: string; templates: Templates }

/** HAProxy in front of all nodes, on 127.0.0.1. */
export async function startFrontDoor(defer: Defer, { port, folder, templates }: FrontDoor): Promise<void> {
  const file = join(folder, 'haproxy-nodes.cfg')
  await fillTemplate('haproxy-nodes.cfg', templates, {
    own: { FRONT: `127.0.0.1:${port}`, MAX_CLIENTS: '2000' },
    to: file,
  })
  const log = openSync(join(folder, 'haproxy-nodes.log'), 'a')
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', log, log] })
  const ended = once(child, 'exit')
  defer(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  if (await waitUntil(isReady, { timeoutMs: READY_WITHIN_MS })) return
  throw new Error(`HAProxy is not ready; its log is in ${folder}`)
}
