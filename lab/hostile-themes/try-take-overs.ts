import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { findNetworkNamespace } from '../../server/src/themes/isolation/network-namespace.ts'
import { nodeArguments } from '../../server/src/themes/isolation/renderer.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { LEFT_BEHIND, takeOvers } from './take-over.ts'

const TIMEOUT_MS = 10_000

type Missing = 'permission' | 'namespace' | 'csp' | undefined

/** Runs code in the place of the renderer, with the same limits or without one of them. */
export async function tryTakeOvers(defer: Defer, without: Missing) {
  defer(() => Promise.all(LEFT_BEHIND.map((path) => rm(path, { force: true, recursive: true }))))
  const { port, connections } = await listen(defer)
  const escapes: string[] = []
  const codes = takeOvers(port)
  for (const [i, code] of codes.entries())
    if ((await runInside(code, without)).includes('ESCAPED')) escapes.push(`take-over ${i}: ${code.slice(0, 80)}`)
  if (connections() > 0) escapes.push('code in the place of the renderer reached the network')
  return { themes: codes.length, escapes }
}

async function listen(defer: Defer) {
  let count = 0
  const server = createServer((socket) => {
    count++
    socket.on('error', () => undefined).destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  defer(() => server.close())
  return { port: (server.address() as { port: number }).port, connections: () => count }
}

async function runInside(code: string, without: Missing): Promise<string> {
  const flags = nodeArguments()
    .slice(0, -1)
    .filter((flag) => without !== 'permission' || !/^--(permission|allow)/.test(flag))
  const way = without === 'namespace' ? [] : await findNetworkNamespace()
  const [program, ...args] = [...way, process.execPath, ...flags, '--input-type=module', '-e', code]
  const child = spawn(program, args, {
    env: {},
    cwd: '/',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString().slice(0, 10_000)))
  await once(child, 'close')
  return text
}
