import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findMissing } from './find-missing.ts'
import { TRIALS } from './trials.ts'

/** Installs the missing packages of the games, as root on Debian. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

for (const command of findMissing(TRIALS)) {
  if (command[0] === 'apt-get') run(['apt-get', 'update', '-qq'])
  run(command)
}

function run([program = '', ...args]: string[]): void {
  const startedAt = performance.now()
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status } = spawnSync(program, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`)
  console.log(`${Math.round((performance.now() - startedAt) / 1_000)} s: ${program} ${args.join(' ')}`)
}
