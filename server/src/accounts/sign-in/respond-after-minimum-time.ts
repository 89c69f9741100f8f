import { setTimeout as sleep } from 'node:timers/promises'

/** Takes at least this long, so that the duration does not reveal whether an account exists. */
export async function respondAfterMinimumTime(ms: number, work: () => Promise<void>): Promise<void> {
  await Promise.all([work(), sleep(ms)])
}
