import type { Host } from './host.ts'
import type { Random } from '../kit/random.ts'

/** Where callers find a running server. */
export type Door = Pick<Host, 'address'> & { up(): Promise<unknown> }

export type Fleet = Door & {
  hosts: Host[]
  /** One of those that run, chance says which. */
  pick(): Promise<{ host: Host; baseUrl: string }>
}

/** Several servers on one database, as behind a load balancer: a caller meets any of those that live. */
export function createFleet(hosts: Host[], random: Random): Fleet {
  const running = () =>
    hosts.flatMap((host) => {
      const baseUrl = host.address()
      return baseUrl === undefined ? [] : [{ host, baseUrl }]
    })

  async function pick(): Promise<{ host: Host; baseUrl: string }> {
    for (;;) {
      const alive = running()
      if (alive.length > 0) return random.pick(alive)
      await Promise.race(hosts.map((host) => host.up()))
    }
  }

  return {
    hosts,
    pick,
    up: pick,
    address() {
      const alive = running()
      return alive.length === 0 ? undefined : random.pick(alive).baseUrl
    },
  }
}
