import { setTimeout as sleep } from 'node:timers/promises'

/** Answers when so much time has passed, however soon the work is done: how long it took would tell who has an account. */
export async function respondAfterMinimumTime(ms: number, work: () => Promise<void>): Promise<void> {
  await Promise.all([work(), sleep(ms)])
}
