import { setFlagsFromString } from 'node:v8'
import { main } from './main.ts'

/** Runs the agent as the program of this process. */
export async function start(): Promise<void> {
  // The HTTP parser of `fetch` is WebAssembly. Optimising it would permanently use 9 MiB of memory.
  for (const flag of ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up']) setFlagsFromString(flag)
  process.exitCode = await main(process.argv.slice(2))
  // A game that does not complete the WebSocket closing handshake must not keep the stopped agent alive.
  setTimeout(() => process.exit(), 2_000).unref()
}
