import type { ServerResponse } from 'node:http'
import type { PendingCommand } from '../../delivery/list-pending.ts'
import type { QueueService } from '../../delivery/serve-queue.ts'
import type { Caller } from '../../game-servers/authenticate-server.ts'
import type { LongAnswers } from './long-answers.ts'
import type { WaitForCommands } from './wait-for-commands.ts'

/** Looks into the queue for a caller, whose answer goes out by this response: at once, or as soon as there is something. */
export type Look = (caller: Caller, response: ServerResponse, seconds: number) => Promise<PendingCommand[]>

const NOTHING: PendingCommand[] = []

export function createLook(queue: QueueService, longAnswers: LongAnswers, wait: WaitForCommands): Look {
  return (caller, response, seconds) => {
    const look = () => queue.handOut(caller, (bytes) => longAnswers.admit(response, bytes))
    if (seconds === 0) return look()
    const { serverId } = caller
    const found = wait({ serverId, response, seconds, look, isEmpty, looksAlike: true })
    return found.then((commands) => commands ?? NOTHING)
  }
}

function isEmpty(commands: PendingCommand[]): boolean {
  return commands.length === 0
}
