import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'

const execute = promisify(execFile)
const ip = (...args: string[]) => execute('ip', args)

/** No card has this address, so packets for it get lost without an error. */
const NOWHERE = '02:00:00:00:00:00'
const PREFIX = 'qm-'
let cards = 0

export type Network = { gateway: string; range: string; addMachine: (name: string) => Promise<Machine> }
type Address = { space: string; address: string }
export type Machine = Awaited<ReturnType<typeof createMachine>>

/** A folder for data and logs. PostgreSQL runs as another user, who has to reach it. */
export async function createMachineFolder(defer: Defer, { keep }: { keep: () => boolean }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-failover-'))
  defer(async () => {
    if (keep()) console.error(`The logs of all machines are in ${folder}`)
    else await rm(folder, { recursive: true, force: true })
  })
  await chmod(folder, 0o755)
  return folder
}

/** A bridge to which each machine is connected with an address of its own. It needs root. */
export async function createNetwork(defer: Defer, folder: string): Promise<Network> {
  await removeAbandoned()
  const id = `${PREFIX}${process.pid}`
  const subnet = await findFreeSubnet()
  await ip('link', 'add', id, 'type', 'bridge')
  defer(() => ip('link', 'del', id))
  await ip('addr', 'add', `${subnet}.1/24`, 'dev', id)
  await ip('link', 'set', id, 'up')
  let count = 0
  return {
    gateway: `${subnet}.1`,
    range: `${subnet}.0/24`,
    async addMachine(name) {
      const space = `${id}-${name}`
      defer(() => removeNamespace(space))
      return createMachine({ id, name, space, no: ++count, subnet, folder: join(folder, name) })
    },
  }
}

/** Networks of runs that were killed before they could remove them. */
async function removeAbandoned(): Promise<void> {
  const { stdout: spaces } = await ip('netns', 'list')
  const { stdout: links } = await ip('-o', 'link', 'show', 'type', 'bridge')
  const names = `${spaces}\n${links}`.match(/\bqm-\d+(?:-\w+)?/g) ?? []
  for (const name of new Set(names)) {
    const [, pid = '', machine] = name.split('-')
    if (await isOwnerAlive(pid)) continue
    if (machine === undefined) await ip('link', 'del', name).catch(() => undefined)
    else await removeNamespace(name)
  }
}

async function isOwnerAlive(pid: string): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).includes('failover')
}

async function findFreeSubnet(): Promise<string> {
  const { stdout } = await ip('-o', 'addr')
  for (let third = process.pid % 250; ; third = (third + 1) % 250) {
    const subnet = `10.213.${third}`
    if (!stdout.includes(`${subnet}.`)) return subnet
  }
}

async function removeNamespace(space: string): Promise<void> {
  for (const pid of await listPids(space)) kill(pid, 'SIGKILL')
  await waitUntil(async () => (await listPids(space)).length === 0, { timeoutMs: 5_000 })
  await ip('netns', 'del', space).catch(() => undefined)
}

async function listPids(space: string): Promise<number[]> {
  const { stdout } = await ip('netns', 'pids', space).catch(() => ({ stdout: '' }))
  return stdout.trim() === '' ? [] : stdout.trim().split('\n').map(Number)
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

type Place = { id: string; name: string; space: string; no: number; subnet: string; folder: string }
type Program = {
  command: string
  args?: string[]
  /** Root, unless it is given. */
  user?: string
  env?: Record<string, string>
}

/** A network namespace with all processes that are started in it. */
async function createMachine({ id, name, space, no, subnet, folder }: Place) {
  // The card of a removed machine can exist a little longer than its namespace.
  const card = `${PREFIX}${process.pid % 100_000}-${++cards}`
  const address = `${subnet}.${10 + no}`
  await mkdir(folder, { recursive: true })
  await ip('netns', 'add', space)
  await ip('link', 'add', card, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
  await ip('link', 'set', card, 'master', id, 'up')
  const inside = (...args: string[]) => ip('-n', space, ...args)
  await inside('addr', 'add', `${address}/24`, 'dev', 'eth0')
  await inside('link', 'set', 'eth0', 'up')
  await inside('link', 'set', 'lo', 'up')
  const wrap = ['ip', 'netns', 'exec', space]

  /** All processes, or those of these programs. */
  async function list(...programs: string[]): Promise<number[]> {
    const all = await listPids(space)
    if (programs.length === 0) return all
    const names = await Promise.all(all.map((pid) => readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')))
    return all.filter((_, i) => programs.includes(names[i]?.trim() ?? ''))
  }

  return {
    name,
    address,
    folder,
    /** Runs a command inside the machine. */
    wrap,
    list,
    /** Its output is added to <name>.log in the folder of the machine. */
    start({ command, args = [], user, env }: Program): ChildProcess {
      const log = openSync(join(folder, `${command.split('/').at(-1)}.log`), 'a')
      const as = user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups']
      const [program = '', ...rest] = [...wrap, ...as, command, ...args]
      return spawn(program, rest, {
        cwd: folder,
        stdio: ['ignore', log, log],
        env: { ...process.env, HOME: folder, ...env },
      })
    },
    async signal(signal: NodeJS.Signals, ...programs: string[]): Promise<void> {
      for (const pid of await list(...programs)) kill(pid, signal)
    },
    /** Like `kill -9` of all, again until nothing is left: a process can have started another one meanwhile. */
    async kill(...programs: string[]): Promise<void> {
      const isDone = async () => {
        const left = await list(...programs)
        for (const pid of left) kill(pid, 'SIGKILL')
        return left.length === 0
      }
      if (!(await waitUntil(isDone, { timeoutMs: 10_000, intervalMs: 20 }))) throw new Error(`${name} does not end`)
    },
    /** Without a link, nothing of the machine is reachable, and connections are not closed. */
    setLink: (state: 'up' | 'down') => ip('link', 'set', card, state),
    /** Packets in both directions get lost. */
    async cutFrom(others: Address[]): Promise<void> {
      for (const other of others) {
        await inside('neigh', 'replace', other.address, 'lladdr', NOWHERE, 'dev', 'eth0', 'nud', 'permanent')
        await ip('-n', other.space, 'neigh', 'replace', address, 'lladdr', NOWHERE, 'dev', 'eth0', 'nud', 'permanent')
      }
    },
    async connectTo(others: Address[]): Promise<void> {
      for (const other of others) {
        await inside('neigh', 'del', other.address, 'dev', 'eth0').catch(() => undefined)
        await ip('-n', other.space, 'neigh', 'del', address, 'dev', 'eth0').catch(() => undefined)
      }
    },
    space,
  }
}
