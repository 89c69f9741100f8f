import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Defer } from '../../../e2e/kit/run-harness.ts'
import { waitUntil } from '../../../e2e/kit/wait-until.ts'

/** Kept for the next run. */
const IMAGE = '/var/tmp/quartermaster-e2e/debian-12.tar'
const MIRROR = 'http://deb.debian.org/debian'
/** The network between this machine and the new one, which has no other. */
const [HERE, THERE] = ['169.254.77.1', '169.254.77.2']
const BOOT_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 30_000
const PATH = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const exec = promisify(execFile)

export type Machine = {
  /** Runs a line as root to its end, and returns what it prints. */
  run: (line: string, input?: string) => Promise<string>
  /** Its files, as this machine sees them. */
  root: string
  /** A port of this machine that leads to a port of the other one. */
  forward: (port: number) => Promise<number>
}

/** Boots a clean Debian 12 with systemd. apt finds the packages in its cache, because the machine has no internet. */
export async function bootMachine(defer: Defer, folder: string, packages: string[]): Promise<Machine> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/systemd-nspawn') || !existsSync('/usr/sbin/debootstrap'))
    throw new Error('Run this as root, after: apt-get install debootstrap systemd-container iproute2')
  if (!existsSync(IMAGE)) await createImage(folder, packages)
  const root = join(folder, 'machine')
  await mkdir(root)
  await exec('tar', ['-C', root, '-xf', IMAGE])
  const name = `qm${process.pid}`
  const options = ['--quiet', '--boot', '--register=no', '--keep-unit', '--network-veth', '--console=pipe']
  const machine = spawn('systemd-nspawn', [...options, '--resolv-conf=off', '-M', name, '-D', root], {
    stdio: 'ignore',
  })
  const ended = once(machine, 'exit')
  defer(async () => {
    machine.kill('SIGTERM')
    // systemd does not notice the request if it has only just started.
    await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
    machine.kill('SIGKILL')
    await ended
  })
  const init = await findInit(machine)
  const shell = [
    '--target',
    init,
    '--all',
    '--root',
    `--wd=/proc/${init}/root/root`,
    'env',
    '-i',
    PATH,
    'HOME=/root',
    'sh',
    '-c',
  ]
  const run = (line: string, input = '') => runLine([...shell, line], { line, input })
  const isBooted = async () => /running|degraded/.test(await run('systemctl is-system-running || true').catch(String))
  if (!(await waitUntil(isBooted, { timeoutMs: BOOT_TIMEOUT_MS, intervalMs: 500 })))
    throw new Error('Debian does not boot')
  const ip = (line: string) => exec('ip', line.split(' '))
  const ipThere = (line: string) => exec('nsenter', ['--target', init, '--net', 'ip', ...line.split(' ')])
  await ip(`address add ${HERE}/30 dev ve-${name}`)
  await ip(`link set ve-${name} up`)
  await ipThere(`address add ${THERE}/30 dev host0`)
  await ipThere('link set host0 up')
  return { run, root, forward: (port) => forward(defer, port) }
}

async function createImage(folder: string, packages: string[]): Promise<void> {
  const root = join(folder, 'image')
  await exec('debootstrap', ['--include=systemd-sysv,dbus,sudo,ca-certificates', 'bookworm', root, MIRROR])
  await exec('cp', ['/etc/resolv.conf', join(root, 'etc/resolv.conf')])
  await exec('chroot', [root, 'apt-get', 'update'])
  await exec('chroot', [root, 'apt-get', 'install', '--yes', '--download-only', ...packages])
  await mkdir(dirname(IMAGE), { recursive: true })
  await exec('tar', ['-C', root, '-cf', `${IMAGE}.new`, '.'])
  await rename(`${IMAGE}.new`, IMAGE)
}

/** The process id of systemd in the machine, as this machine sees it. */
async function findInit({ pid = 0 }: ChildProcess): Promise<string> {
  let init = ''
  const isFound = async () => {
    init = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ')[0] ?? ''
    // The first child prepares the machine and ends.
    return init !== '' && (await readFile(`/proc/${init}/comm`, 'utf8').catch(() => '')) === 'systemd\n'
  }
  if (await waitUntil(isFound, { timeoutMs: BOOT_TIMEOUT_MS })) return init
  throw new Error('systemd does not start in the machine')
}

async function runLine(args: string[], { line, input }: { line: string; input: string }): Promise<string> {
  const child = spawn('nsenter', args)
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const output = Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await once(child, 'close')) as [number | null]
  const [stdout, stderr] = await output
  if (code !== 0) throw new Error(`${line} ended with exit code ${code}:\n${stdout}${stderr}`)
  return stdout
}

async function forward(defer: Defer, port: number): Promise<number> {
  const server = createServer((incoming) => {
    const outgoing = connect(port, THERE)
    // A pipe alone leaves the other side open when one side is destroyed.
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      from.pipe(to)
      from.on('error', () => undefined).on('close', () => to.destroy())
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  defer(() => server.close())
  return (server.address() as AddressInfo).port
}
