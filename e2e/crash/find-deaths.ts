import type { SupervisedServer } from '../kit/supervised-server.ts'
import type { Finding } from './trial.ts'

/** Servers that ended without being killed. */
export function findDeaths(servers: SupervisedServer[]): Finding[] {
  return servers.flatMap(({ deaths }) =>
    deaths.map(({ code, log }) => {
      const detail = `it ended with code ${code}:\n${log}`
      return { kind: 'wrong', check: 'a server survives outages of the database', detail, isWeak: true }
    }),
  )
}
