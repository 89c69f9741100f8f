import { spawn } from 'node:child_process'
import { Socket } from 'node:net'

export type Watchdog = { watch(pid: number): void; forget(): void; dismiss(): void }

/**
 * Keeps the last process id that it read. The kernel closes its input when the parent process ends, for whatever reason.
 * Then it stops that process and removes the data directory. It waits until the lock file is gone and not until the
 * process is, because an init process that does not reap its children leaves a zombie.
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
 * Stops the server when this process ends. Handlers for exit and signals cannot do this: they cannot wait, and they do
 * not run after SIGKILL.
 */
export function startWatchdog(dir: string, { keep }: { keep: boolean }): Watchdog {
  // Detached, because Ctrl+C in a terminal sends a signal to the whole process group.
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'watchdog', dir, keep ? 'keep' : 'remove'], {
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
