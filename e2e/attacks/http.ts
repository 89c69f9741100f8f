import { setTimeout as sleep } from 'node:timers/promises'
import { queryRow } from '../kit/query.ts'
import { type Attack, refused } from './attack.ts'

const MANY = 600
const AT_ONCE = 20

/** Attacks by strangers who can only send requests. */
export const ATTACKS: Attack[] = [
  {
    name: 'read the metrics of a server that listens on all addresses',
    async run({ startServer }) {
      const { metricsPort } = await startServer({ HOST: '0.0.0.0' })
      const reading = fetch(`http://127.0.0.2:${metricsPort}/metrics`)
      return refused(reading, /^ECONNREFUSED:/, 'the metrics can be read at another address')
    },
  },
  {
    name: 'load the database with requests for the readiness',
    async run({ server, databaseUrl }) {
      const before = await countTransactions(databaseUrl)
      for (let i = 0; i < MANY; i += AT_ONCE) {
        const requests = Array.from({ length: AT_ONCE }, () => fetch(`http://127.0.0.1:${server.metricsPort}/readyz`))
        for (const { status } of await Promise.all(requests))
          if (status !== 200) throw new Error(`it answered ${status}`)
      }
      const queries = (await countTransactions(databaseUrl)) - before
      return queries > MANY / 2 ? `${MANY} requests caused ${queries} transactions` : undefined
    },
  },
]

/** PostgreSQL counts the transactions of a connection with a delay of up to a second. */
async function countTransactions(databaseUrl: string): Promise<number> {
  await sleep(2_000)
  const count = 'select xact_commit::integer as count from pg_stat_database where datname = current_database()'
  return (await queryRow<{ count: number }>(databaseUrl, count)).count
}
