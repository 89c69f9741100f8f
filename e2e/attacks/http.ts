import { cpuSeconds } from '../kit/process-usage.ts'
import type { Attack, Target } from './attack.ts'

const MAX_CPU_MS = 5
const CALLS = 40
const MANY = 700

const PUBLIC_DOCUMENTS = [
  '/docs',
  '/docs/guides/operate',
  '/docs/manage-1.0/',
  '/docs/manage-1.0/openapi.json',
  '/docs/manage-1.0/openapi.yaml',
  '/docs/scalar.js',
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
  {
    name: 'load the documentation without a limit from one IPv6 network',
    run: (target) => evadeLimit(target, '/docs', (i) => `2001:db8:d0c5:${(i % 16).toString(16)}::${i.toString(16)}`),
  },
  {
    name: 'guess server keys from the addresses of one IPv6 /64',
    run: (target) => evadeLimit(target, '/api/games/1.0/products', (i) => `2001:db8:6ee5:1::${i.toString(16)}`),
  },
]

/** Sends requests that must be limited, with a wrong key. */
async function evadeLimit(
  { send }: Target,
  path: string,
  addressOf: (i: number) => string,
): Promise<string | undefined> {
  for (let i = 0; i < MANY; i++) {
    const response = await send(path, { from: addressOf(i), headers: { authorization: `wrong-key-${i}` } })
    await response.arrayBuffer()
    if (response.status === 429) return undefined
    if (response.status >= 500) throw new Error(`${path} answered ${response.status}`)
  }
  return `${MANY} requests for ${path} were answered, none with 429`
}

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
