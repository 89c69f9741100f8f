import type { GameConsole } from './dialect.ts'
import { createSerialQueue } from './serial-queue.ts'

type Parts = {
  run: (command: string) => Promise<string>
  online?: ((run: (command: string) => Promise<string>) => Promise<string[]>) | undefined
  closed: Promise<void>
  close: () => Promise<void>
}

/** The console that callers use. Concurrent calls are sent one after the other. */
export function createConsole({ run, online, closed, close }: Parts): GameConsole {
  const enqueue = createSerialQueue()
  return {
    run: (command) => enqueue(() => run(command)),
    ...(online && { online: () => enqueue(() => online(run)) }),
    closed,
    close,
  }
}
