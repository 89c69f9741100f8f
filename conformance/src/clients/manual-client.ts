import type { Client } from './client.ts'

/** A client that a person starts and kills. After a kill, the store drops its requests until it calls init again. */
export function createManualClient(print: (text: string) => void): Client {
  return {
    isManual: true,
    start: async () => {},
    kill: async () => print('  >> Kill your client (kill -9) and start it again.'),
    stop: async () => {},
    exitReason: () => undefined,
    output: () => undefined,
  }
}
