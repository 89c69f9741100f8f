import type { Client } from './client.ts'

/** A client that a person starts and kills. It runs through all scenarios; the store cuts it off until it comes anew. */
export function createClientByHand(say: (text: string) => void): Client {
  return {
    isByHand: true,
    start: async () => {},
    kill: async () => say('  >> Kill your client (kill -9) and start it again.'),
    stop: async () => {},
    ended: () => undefined,
    output: () => undefined,
  }
}
