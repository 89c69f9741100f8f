import type { Random } from '../kit/random.ts'
import type { SupervisedServer } from '../kit/supervised-server.ts'

type Activity = 'sent' | 'answered'

/** Several servers on one database, as behind a load balancer: a request goes to any server that runs. */
export type ServerPool = {
  servers: SupervisedServer[]
  /** Resolves with a random running server, as soon as there is one. */
  pick(): Promise<{ server: SupervisedServer; url: string }>
  /** The address of a random running server. Undefined while none runs. */
  address(): string | undefined
  /** Reports that a request was sent to a server, or answered by it. */
  report(activity: Activity, server: SupervisedServer): void
  /** Resolves with the server of the next activity, so that kills can be timed. */
  next(activity: Activity): Promise<SupervisedServer>
  /** Sends a request to a running server and reports both activities. Rejects like `fetch`. */
  fetch: typeof fetch
}

export function createServerPool(servers: SupervisedServer[], random: Random): ServerPool {
  const upcoming = {
    sent: Promise.withResolvers<SupervisedServer>(),
    answered: Promise.withResolvers<SupervisedServer>(),
  }
  const listRunning = () =>
    servers.flatMap((server) => {
      const url = server.address()
      return url === undefined ? [] : [{ server, url }]
    })
  async function pick(): Promise<{ server: SupervisedServer; url: string }> {
    for (;;) {
      const running = listRunning()
      if (running.length > 0) return random.pick(running)
      await Promise.race(servers.map((server) => server.up()))
    }
  }
  function report(activity: Activity, server: SupervisedServer): void {
    upcoming[activity].resolve(server)
    upcoming[activity] = Promise.withResolvers()
  }
  return {
    servers,
    pick,
    address() {
      const running = listRunning()
      return running.length === 0 ? undefined : random.pick(running).url
    },
    report,
    next: (activity) => upcoming[activity].promise,
    async fetch(input, init) {
      const { server, url } = await pick()
      const { pathname, search } = new URL(input instanceof Request ? input.url : input)
      const responding = fetch(`${url}${pathname}${search}`, init)
      report('sent', server)
      const response = await responding
      report('answered', server)
      return response
    },
  }
}
