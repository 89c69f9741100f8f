import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('../../server/bin/quartermaster.mjs', import.meta.url))
const START_MS = 30_000
const STOP_MS = 30_000
const MIB_OF_KIB = 1 / 1024

export type Usage = {
  /** Resident memory of the largest process, and of all together. */
  largestMiB: number
  sumMiB: number
  cpuSeconds: number
}

export type Product = {
  port: number
  usage(): Promise<Usage>
  /** How many polls wait, as the product itself says. */
  waiting(): Promise<number>
  died(): boolean
  /** As an operator stops it. Gives the milliseconds that took. */
  stop(): Promise<number>
}

/** The product as an operator runs it, with its log in a file. */
export async function startProduct(options: {
  databaseUrl: string
  processes: number
  logFile: string
}): Promise<Product> {
  const child = await spawnProduct(options)
  const pid = child.pid ?? 0
  const state = { stopping: false, died: false }
  const ended = once(child, 'exit').then(() => void (state.died = !state.stopping))
  // However this process ends, what it started does not outlive it.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)

  async function stop(): Promise<number> {
    const begun = performance.now()
    state.stopping = true
    child.kill('SIGTERM')
    const timer = setTimeout(kill, STOP_MS)
    await ended
    clearTimeout(timer)
    process.removeListener('exit', kill)
    return Math.round(performance.now() - begun)
  }

  try {
    const { port, metricsPort } = await announced(child, options.logFile)
    return {
      port,
      stop,
      died: () => state.died,
      usage: async () => usageOf(await familyOf(pid)),
      waiting: () => waitingPolls(metricsPort),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function spawnProduct({
  databaseUrl,
  processes,
  logFile,
}: {
  databaseUrl: string
  processes: number
  logFile: string
}): Promise<ChildProcess> {
  const log = await open(logFile, 'w')
  const several = processes > 1 ? ['--processes', String(processes)] : []
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--json', ...several], {
    stdio: ['ignore', 'pipe', log.fd],
    env: { ...process.env, DATABASE_URL: databaseUrl, HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0' },
  })
  await log.close()
  return child
}

async function announced(child: ChildProcess, logFile: string): Promise<{ port: number; metricsPort: number }> {
  if (!child.stdout) throw new Error('the server has no standard output')
  const line = once(createInterface({ input: child.stdout }), 'line', { signal: AbortSignal.timeout(START_MS) })
  const first = await Promise.race([line, once(child, 'exit').then(() => undefined)])
  if (!first) throw new Error(`the server did not start:\n${await readFile(logFile, 'utf8')}`)
  return JSON.parse(String(first[0])) as { port: number; metricsPort: number }
}

async function waitingPolls(metricsPort: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
  return Number(/^quartermaster_waiting_polls (\d+)/m.exec(await answer.text())?.[1] ?? 0)
}

/** A process and those that it started. */
async function familyOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return [pid, ...children.split(' ').filter(Boolean).map(Number)]
}

async function usageOf(pids: number[]): Promise<Usage> {
  const resident = await Promise.all(pids.map(residentMiB))
  const cpu = await Promise.all(pids.map(cpuSeconds))
  return { largestMiB: Math.max(...resident), sumMiB: sum(resident), cpuSeconds: sum(cpu) }
}

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * MIB_OF_KIB
}

/** In user and system mode, counted by the kernel in hundredths. */
async function cpuSeconds(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
