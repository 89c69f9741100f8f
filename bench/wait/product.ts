import { readFile } from 'node:fs/promises'
import { cpuSeconds, residentMiB } from '../../e2e/kit/process-usage.ts'
import { startServer } from '../../e2e/kit/start-server.ts'

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
  died(): string | undefined
  /** As an operator stops it. Gives the milliseconds that took. */
  stop(): Promise<number>
}

/** The product, and what it says and uses. */
export async function startProduct({
  databaseUrl,
  processes,
  logFile,
}: {
  databaseUrl: string
  processes: number
  logFile: string
}): Promise<Product> {
  const product = await startServer(logFile, { settings: { DATABASE_URL: databaseUrl }, processes })
  return {
    port: product.port,
    died: product.died,
    usage: async () => usageOf(await familyOf(product.pid)),
    waiting: () => waitingPolls(product.metricsPort),
    async stop() {
      const begun = performance.now()
      await product.stop()
      return Math.round(performance.now() - begun)
    },
  }
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

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + (Number.isNaN(number) ? 0 : number), 0)
}
