import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startProcess } from '../../e2e/kit/game/child-process.ts'
import { freePort } from '../../e2e/kit/game/free-port.ts'
import { listChildren, residentMiB } from '../../e2e/kit/process-usage.ts'
import { runCommand } from '../../e2e/kit/run-command.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'

export type CellEntry = {
  name: string
  nodes: number[]
  checks: number
  management: string
  api: string
  storefronts: string
}
type FrontDoorEntry = { listen: string[]; trustedProxies?: string[]; sharedHosts?: string[]; defaultCell?: string }
/** A deliberate fault in the files of HAProxy. */
export type Edit = { file: string; find: string | RegExp; by: string }

export type Haproxy = {
  reload: () => Promise<void>
  stop: () => Promise<void>
  /** The resident memory of the processes that serve. */
  memoryMiB: () => Promise<number>
}

const START_TIMEOUT_MS = 20_000

/** The file that lists the cells. All nodes listen on the loopback. */
export async function writeCellsFile(folder: string, door: FrontDoorEntry, cells: CellEntry[]): Promise<string> {
  const list = (values: string[] = []) => JSON.stringify(values)
  const path = join(folder, 'cells.toml')
  const text = [
    '[front_door]',
    `listen = ${list(door.listen)}`,
    `trusted_proxies = ${list(door.trustedProxies)}`,
    `shared_hosts = ${list(door.sharedHosts)}`,
    ...(door.defaultCell === undefined ? [] : [`default_cell = "${door.defaultCell}"`]),
    `operations = "127.0.0.1:${await freePort()}"`,
    `socket = "${join(folder, 'haproxy.sock')}"`,
    'connections = 8000',
    ...cells.flatMap(({ name, nodes, checks, management, api, storefronts }) => [
      '[[cells]]',
      `name = "${name}"`,
      `nodes = ${list(nodes.map((port) => `127.0.0.1:${port}`))}`,
      `checks = ${checks}`,
      `url = "http://127.0.0.1:${nodes[0] ?? 1}"`,
      `management = "${management}"`,
      `api = "${api}"`,
      `storefronts = "${storefronts}"`,
    ]),
  ].join('\n')
  await writeFile(path, text)
  return path
}

/** Writes the files of HAProxy as an operator does. Returns their folder. */
export async function writeFrontDoor(folder: string, cellsFile: string): Promise<string> {
  const to = join(folder, 'haproxy')
  const output = await runCommand(['front-door', '--cells', cellsFile, '--to', to, '--json'], { databaseUrl: '' })
  if (!output.includes('"config"')) throw new Error(`quartermaster front-door failed: ${output}`)
  await allowOrdinaryUser(to)
  return to
}

/** Only root can change its user. Nothing else is changed. */
async function allowOrdinaryUser(folder: string): Promise<void> {
  if (process.getuid?.() === 0) return
  await editFile(folder, { file: 'haproxy.cfg', find: /^ {2}(user|group|chroot) .*$/gm, by: '' })
}

/** Runs HAProxy with the files of a folder. */
export async function startHaproxy(defer: Defer, folder: string): Promise<Haproxy> {
  let loaded = 0
  const { pid, stop } = await startProcess({
    name: 'haproxy',
    command: 'haproxy',
    args: ['-W', '-f', join(folder, 'haproxy.cfg')],
    folder,
    ready: /Loading success/,
    onLine: (line) => void (/Loading success/.test(line) && loaded++),
  })
  defer(stop)
  return {
    stop,
    async memoryMiB() {
      const sizes = await Promise.all((await listChildren(pid)).map((child) => residentMiB(child)))
      return sizes.reduce((sum, size) => sum + size, 0)
    },
    /** Returns when the new process serves. The old one finishes its requests. */
    async reload() {
      const before = loaded
      process.kill(pid, 'SIGUSR2')
      if (!(await waitUntil(() => loaded > before, { timeoutMs: START_TIMEOUT_MS })))
        throw new Error(`HAProxy did not reload. Its log is ${join(folder, 'haproxy.log')}`)
    },
  }
}

/** A copy of the files with a fault. Throws if the fault changes nothing. */
export async function copyWithEdits(folder: string, to: string, edits: Edit[]): Promise<string> {
  await cp(folder, to, { recursive: true })
  for (const edit of edits) await editFile(to, edit)
  return to
}

async function editFile(folder: string, { file, find, by }: Edit): Promise<void> {
  const path = join(folder, file)
  const before = await readFile(path, 'utf8')
  const after = before.replaceAll(typeof find === 'string' ? find : new RegExp(find, 'gm'), by)
  if (after === before) throw new Error(`${file} does not contain ${String(find)}`)
  await writeFile(path, after)
}
