import type { GameConsole } from './dialect.ts'
import { createTurns } from './take-turns.ts'

type Parts = {
  run: (command: string) => Promise<string>
  online?: ((run: (command: string) => Promise<string>) => Promise<string[]>) | undefined
  closed: Promise<void>
  close: () => Promise<void>
}

/** The console that callers see: whatever they ask at the same time goes out one after the other. */
export function createConsole({ run, online, closed, close }: Parts): GameConsole {
  const turns = createTurns()
  return {
    run: (command) => turns(() => run(command)),
    ...(online && { online: () => turns(() => online(run)) }),
    closed,
    close,
  }
}
