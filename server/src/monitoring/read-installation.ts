import type { ReaderDb } from '../db/database.ts'
import {
  countDeadLetters,
  countGameServers,
  countSilentWithDeliveries,
  type DeadLetters,
  type GameServers,
  readOldestDelivery,
  readWaitingMails,
} from './read-waiting.ts'
import { countWebhookEndpoints, readWorkLags, type WebhookEndpoints, type WorkLags } from './read-work-lags.ts'

/** The state of all stores together. It contains no name and no id. */
export type Installation = {
  oldestDeliverySeconds: number
  deadLetters: DeadLetters
  gameServers: GameServers
  silentWithDeliveries: number
  webhookEndpoints: WebhookEndpoints
  workLags: WorkLags
  /** Undefined if no mail server is set: e-mails then wait on purpose. */
  mails: { count: number; oldestSeconds: number } | undefined
}

/** One statement after the other, so that watching never takes more than one connection. */
export async function readInstallation(
  reader: ReaderDb,
  { sendsMails }: { sendsMails: boolean },
): Promise<Installation> {
  return {
    oldestDeliverySeconds: await readOldestDelivery(reader),
    deadLetters: await countDeadLetters(reader),
    gameServers: await countGameServers(reader),
    silentWithDeliveries: await countSilentWithDeliveries(reader),
    webhookEndpoints: await countWebhookEndpoints(reader),
    workLags: await readWorkLags(reader),
    mails: sendsMails ? await readWaitingMails(reader) : undefined,
  }
}
