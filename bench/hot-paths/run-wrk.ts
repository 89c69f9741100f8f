import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Process } from './start-process.ts'

export type Load = {
  script: 'polls.lua' | 'reports.lua'
  server: Process
  path: string
  connections: number
  seconds: number
  args: (string | number)[]
}

export type Run = {
  perSecond: number
  answers: number
  /** What was begun: an answer may be missing for as many as there are connections when the time is over. */
  sent: number
  bytes: number
  p99Ms: number
  /** Microseconds of the processor that the server's process used for each answer: steadier than the time that passed. */
  cpuUs: number
  faults: string[]
}

type Summary = Record<'requests' | 'microseconds' | 'bytes' | 'p99Us' | 'sent' | (typeof ERRORS)[number], number>

const ERRORS = ['connect', 'read', 'write', 'status', 'timeout'] as const

/** One thread: on a small machine the load must leave room for what it loads. */
export async function runWrk({ script, server, path, connections, seconds, args }: Load): Promise<Run> {
  const file = fileURLToPath(new URL(script, import.meta.url))
  const before = await server.cpuSeconds()
  const { stdout } = await promisify(execFile)('wrk', [
    '--threads=1',
    `--connections=${connections}`,
    `--duration=${seconds}s`,
    '--timeout=10s',
    `--script=${file}`,
    `http://127.0.0.1:${server.port}${path}`,
    '--',
    ...args.map(String),
  ])
  const cpuSeconds = (await server.cpuSeconds()) - before
  const line = stdout.split('\n').findLast((each) => each.startsWith('{'))
  if (line === undefined) throw new Error(`wrk said:\n${stdout}`)
  const summary = JSON.parse(line) as Summary
  const { requests, microseconds, bytes, sent, p99Us } = summary
  return {
    perSecond: (requests * 1e6) / microseconds,
    answers: requests,
    sent,
    bytes,
    p99Ms: p99Us / 1000,
    cpuUs: (cpuSeconds * 1e6) / requests,
    faults: ERRORS.filter((kind) => summary[kind] > 0).map((kind) => `${summary[kind]} errors of the kind "${kind}"`),
  }
}
