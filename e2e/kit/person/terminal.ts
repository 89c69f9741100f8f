import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Defer } from '../run-harness.ts'

export type Terminal = {
  folder: string
  /** Runs a line to its end, and returns what it prints. */
  run: (line: string) => Promise<string>
  /** Starts a line that keeps running, with its log in `log`. It stops at the end of the run. */
  start: (line: string) => ChildProcess
}

type Settings = {
  env?: Record<string, string>
  /** Names that lead to this machine, as DNS would do it. Only root can do this, in a mount namespace of each line. */
  localHosts?: string[]
}

/** An empty folder on a machine that has npm and this Node, and nothing of this project. */
export async function openTerminal(
  defer: Defer,
  folder: string,
  { env, localHosts = [] }: Settings = {},
): Promise<Terminal> {
  const tools = join(folder, '.tools')
  await mkdir(tools, { recursive: true })
  await symlink(process.execPath, join(tools, 'node'))
  const hostsFile = join(tools, 'hosts')
  await writeFile(hostsFile, ['localhost', ...localHosts].map((host) => `127.0.0.1 ${host}\n`).join(''))
  const withHosts = ['unshare', '--mount', 'sh', '-c', `mount --bind ${hostsFile} /etc/hosts && exec sh -c "$0"`]
  const [program = '', ...args] = localHosts.length > 0 ? withHosts : ['sh', '-c']
  const open = (line: string) =>
    spawn(program, [...args, line], {
      cwd: folder,
      // A group of its own, because npx starts further processes.
      detached: true,
      env: {
        PATH: `${tools}:${join(folder, 'node_modules', '.bin')}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
        HOME: process.env['HOME'],
        // For a registry behind a proxy with an authority of its own.
        NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'],
        npm_config_prefer_offline: 'true',
        npm_config_update_notifier: 'false',
        ...env,
      },
    })
  return {
    folder,
    run: async (line) => {
      const child = open(line)
      child.stdin.end()
      const output = Promise.all([text(child.stdout), text(child.stderr)])
      const [code] = (await once(child, 'close')) as [number | null]
      const [stdout, stderr] = await output
      if (code !== 0) throw new Error(`${line} ended with exit code ${code}:\n${stdout}${stderr}`)
      return stdout
    },
    start: (line) => {
      const child = open(line)
      const ended = once(child, 'close')
      child.stderr.resume()
      defer(async () => {
        if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
        await ended
      })
      return child
    },
  }
}
