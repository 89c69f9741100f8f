import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Ends the program with the server, also if the server is killed. */
const WITH_SERVER = ['setpriv', '--pdeathsig', 'KILL', '--']
const USER = ['unshare', '--user', '--map-current-user', '--net']
const ROOT = ['unshare', '--net']
/** The program sees no other process, so that it cannot end one. */
const ALONE = ['--pid', '--fork', '--kill-child']

/** Ways to start a program without a network, the best first. The commands are part of util-linux. */
const WAYS = [
  [...WITH_SERVER, ...USER, ...ALONE, '--'],
  [...WITH_SERVER, ...ROOT, ...ALONE, '--'],
  [...USER, '--'],
  [...ROOT, '--'],
]

let found: Promise<readonly string[]> | undefined

/** What to write before a command so that it has no network. Empty if this machine cannot take it away. */
export function findNetworkNamespace(): Promise<readonly string[]> {
  found ??= firstThatWorks()
  return found
}

async function firstThatWorks(): Promise<readonly string[]> {
  for (const way of WAYS) {
    const [program = '', ...args] = way
    const child = spawn(program, [...args, 'true'], { env: {}, stdio: 'ignore' })
    const code = await once(child, 'exit').then(
      ([exitCode]) => exitCode as number | null,
      () => null,
    )
    if (code === 0) return way
  }
  return []
}
