import type { Random } from '../random.ts'
import type { SupervisedServer } from './supervised-server.ts'

type Activity = 'sent' | 'answered'

export type ServerPool = ReturnType<typeof createServerPool>

/** Several servers on one database, as behind a load balancer: a request goes to any server that runs. */
export function createServerPool(servers: SupervisedServer[], random: Random) {
  const upcoming = {
    sent: Promise.withResolvers<SupervisedServer>(),
    answered: Promise.withResolvers<SupervisedServer>(),
  }
  const listRunning = () =>
    servers.flatMap((server) => {
      const url = server.address()
      return url === undefined ? [] : [{ server, url }]
    })
  /** Resolves with a random running server, as soon as there is one. */
  async function pick(): Promise<{ server: SupervisedServer; url: string }> {
    for (;;) {
      const running = listRunning()
      if (running.length > 0) return random.pick(running)
      await Promise.race(servers.map((server) => server.up()))
    }
  }
  /** Reports that a request was sent to a server, or answered by it. */
  function report(activity: Activity, server: SupervisedServer): void {
    upcoming[activity].resolve(server)
    upcoming[activity] = Promise.withResolvers()
  }
  /** Sends a request to a running server and reports both activities. Rejects like `fetch`. */
  async function fetchFromAny(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const { server, url } = await pick()
    const { pathname, search } = new URL(input instanceof Request ? input.url : input)
    const responding = fetch(`${url}${pathname}${search}`, init)
    report('sent', server)
    const response = await responding
    report('answered', server)
    return response
  }
  return {
    servers,
    pick,
    report,
    fetch: fetchFromAny,
    /** The address of a random running server. Undefined while none runs. */
    address() {
      const running = listRunning()
      return running.length === 0 ? undefined : random.pick(running).url
    },
    /** Resolves with the server of the next activity, so that kills can be timed. */
    next: (activity: Activity) => upcoming[activity].promise,
  }
}
