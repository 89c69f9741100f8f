import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

export type Guardian = { watch(pid: number): void; forget(): void; dismiss(): void }

/**
 * Remembers the last process id it was told. When its input closes, which the
 * kernel does however the parent ends, it stops that process and clears up.
 * It waits for the lock file to go and not for the process, because under a
 * careless init an ended process stays visible for ever.
 */
const SCRIPT = `
  pid=
  while read -r line; do pid=$line; done
  if [ -n "$pid" ]; then
    kill -INT "$pid"
    for wait in $(seq 300); do [ -e "$1/postmaster.pid" ] || break; sleep 0.1; done
  fi
  if [ "$2" = remove ]; then rm -rf "$1"; fi
`

/**
 * Keeps a server from outliving this process: handlers for exit and signals run
 * too late for asynchronous work, and not at all after SIGKILL.
 */
export function startGuardian(dir: string, { keep }: { keep: boolean }): Guardian {
  // A session of its own, because Ctrl-C in a terminal reaches the whole process group.
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'guardian', dir, keep ? 'keep' : 'remove'], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  if (child.stdin instanceof Socket) child.stdin.unref()
  child.stdin.on('error', () => undefined)
  return {
    watch: (pid) => void child.stdin.write(`${pid}\n`),
    forget: () => void child.stdin.write('\n'),
    dismiss: () => void child.kill('SIGKILL'),
  }
}
