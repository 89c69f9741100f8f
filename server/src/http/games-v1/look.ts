import type { ServerResponse } from 'node:http'
import type { PendingCommand } from '../../delivery/list-pending.ts'
import type { QueueService } from '../../delivery/serve-queue.ts'
import type { Caller } from '../../game-servers/authenticate-server.ts'
import { createLongAnswers } from './long-answers.ts'

/** Looks into the queue for a caller, whose answer goes out by this response. */
export type Look = (caller: Caller, response: ServerResponse) => Promise<PendingCommand[]>

export function createLook(queue: QueueService): Look {
  const longAnswers = createLongAnswers()
  return (caller, response) => queue.handOut(caller, (bytes) => longAnswers.admit(response, bytes))
}
