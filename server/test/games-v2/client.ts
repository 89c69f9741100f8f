import type { TestStore } from '../store-records.ts'

type Outcome = { id: string; attempt: number; outcome: 'done' | 'failed' | 'in_doubt' } & Record<string, unknown>
type Poll = { online?: string[]; holding?: string[]; most?: number; playerCount?: number; maxPlayers?: number }

export type Command = {
  id: string
  gameUserId: string
  deliveryType: string
  products: { commands: string[] }[]
  attempt: number
  done: number
  repeatable: boolean
  conditions: { online: boolean; delaySeconds: number; freeSlots: number }
}
type Result = { id: string; status: string; retryAt?: string }

/** A client of interface 2.0 for tests. */
export function createClient(store: TestStore) {
  const call = (name: string, key: string, body: unknown, headers: Record<string, string> = {}) =>
    store.call('POST', `/api/games/2.0/${name}`, { key, body, headers })

  return {
    call,
    poll: async (key: string, body: Poll = {}, headers: Record<string, string> = {}) => {
      const response = await call('poll', key, body, headers)
      if (response.status !== 200) throw new Error(`the poll was refused: ${response.text}`)
      return response.body as { commands: Command[]; more: boolean }
    },
    report: async (key: string, outcomes: Outcome[]): Promise<Result[]> => {
      const response = await call('report', key, { outcomes })
      if (response.status !== 200) throw new Error(`the report was refused: ${response.text}`)
      return (response.body as { results: Result[] }).results
    },
    /** Makes the retry of every failed delivery due now. */
    makeRetriesDue: () => store.query('update pending_deliveries set retry_at = now() where retry_at is not null'),
  }
}

export const players = ({ commands }: { commands: Command[] }) => commands.map(({ gameUserId }) => gameUserId)
