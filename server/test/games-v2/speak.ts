import type { TestStore } from '../store-records.ts'

type Outcome = { id: string; attempt: number; outcome: 'done' | 'failed' | 'in_doubt' } & Record<string, unknown>
type Poll = { online?: string[]; holding?: string[]; most?: number }

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

/** The three operations of 2.0, as a test says them. */
export function speak(store: TestStore) {
  const call = (name: string, key: string, body: unknown, headers: Record<string, string> = {}) =>
    store.call('POST', `/api/games/2.0/${name}`, { key, body, headers })

  return {
    call,
    poll: async (key: string, body: Poll = {}, headers: Record<string, string> = {}) => {
      const answer = await call('poll', key, body, headers)
      if (answer.status !== 200) throw new Error(`the poll was refused: ${answer.text}`)
      return answer.body as { commands: Command[]; more: boolean }
    },
    report: async (key: string, outcomes: Outcome[]): Promise<Result[]> => {
      const answer = await call('report', key, { outcomes })
      if (answer.status !== 200) throw new Error(`the report was refused: ${answer.text}`)
      return (answer.body as { results: Result[] }).results
    },
    /** Lets the rest of failed elements be over. */
    rested: () => store.query('update pending_deliveries set retry_at = now() where retry_at is not null'),
  }
}

export const players = ({ commands }: { commands: Command[] }) => commands.map(({ gameUserId }) => gameUserId)
