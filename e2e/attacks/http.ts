import { cpuSeconds } from '../kit/process-usage.ts'
import type { Attack, Target } from './attack.ts'

const MAX_CPU_MS = 5
const CALLS = 40

const PUBLIC_DOCUMENTS = [
  '/docs',
  '/docs/guides/operate',
  '/docs/manage-1.0/',
  '/docs/manage-1.0/openapi.json',
  '/docs/manage-1.0/openapi.yaml',
  '/docs/manage-1.0/js/scalar.js',
]

/** Attacks by strangers who can only send requests. */
export const ATTACKS: Attack[] = [
  {
    name: 'starve game servers with requests for the documentation',
    async run(target) {
      for (const path of PUBLIC_DOCUMENTS) {
        const ms = await measureCpuMs(target, path)
        if (ms > MAX_CPU_MS) return `a request for ${path} takes ${ms.toFixed(0)} ms of CPU time`
      }
      return undefined
    },
  },
]

/** The CPU time of one request, after the first one. Each comes from another network, so that none is refused. */
async function measureCpuMs({ send, server }: Target, path: string): Promise<number> {
  const request = async (i: number) => {
    const response = await send(path, { from: `198.51.${i}.1` })
    await response.arrayBuffer()
    if (response.status >= 500) throw new Error(`${path} answered ${response.status}`)
  }
  await request(0)
  const start = await cpuSeconds(server.pid)
  for (let i = 1; i <= CALLS; i++) await request(i)
  return ((await cpuSeconds(server.pid)) - start) * (1_000 / CALLS)
}
