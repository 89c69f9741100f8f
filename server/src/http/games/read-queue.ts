import type { ServerResponse } from 'node:http'
import type { PendingDelivery } from '../../delivery/queue/list-pending.ts'
import type { QueueService } from '../../delivery/queue/serve-queue.ts'
import type { Caller } from '../../game-servers/authenticate-server.ts'
import type { LongResponses } from './long-responses.ts'
import type { WaitForDeliveries } from './wait-for-deliveries.ts'

/** Looks into the queue for a caller, whose answer goes out by this response: at once, or as soon as there is something. */
export type ReadQueue = (caller: Caller, response: ServerResponse, seconds: number) => Promise<PendingDelivery[]>

const NOTHING: PendingDelivery[] = []

export function createReadQueue(queue: QueueService, longAnswers: LongResponses, wait: WaitForDeliveries): ReadQueue {
  return (caller, response, seconds) => {
    const look = () => queue.dispatchWindow(caller, (bytes) => longAnswers.admit(response, bytes))
    if (seconds === 0) return look()
    const { serverId } = caller
    const found = wait({ serverId, response, seconds, look, isEmpty, looksAlike: true })
    return found.then((commands) => commands ?? NOTHING)
  }
}

function isEmpty(commands: PendingDelivery[]): boolean {
  return commands.length === 0
}
