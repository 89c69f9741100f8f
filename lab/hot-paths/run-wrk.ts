import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { cpuSeconds } from '../../e2e/kit/process-usage.ts'

export type LoadedServer = { port: number; pid: number }

export type Load = {
  script: 'polls.lua' | 'reports.lua' | '../pages/pages.lua'
  server: LoadedServer
  path: string
  connections: number
  seconds: number
  /** How many requests to send, at most. Otherwise a connection sends one as soon as it can. */
  perSecond?: number
  args: (string | number)[]
}

export type WrkResult = Awaited<ReturnType<typeof runWrk>>

type Summary = Record<'requests' | 'microseconds' | 'bytes' | 'p99Us' | 'sent' | (typeof ERRORS)[number], number>

const ERRORS = ['connect', 'read', 'write', 'status', 'timeout'] as const

/** Runs wrk with one thread, which leaves CPU time for the server on a small machine. */
export async function runWrk({ script, server, path, connections, seconds, perSecond, args }: Load) {
  const file = fileURLToPath(new URL(script, import.meta.url))
  const pause = perSecond === undefined ? {} : { PAUSE_MS: String(Math.round((connections / perSecond) * 1_000)) }
  const cpuBefore = await cpuSeconds(server.pid)
  const wrk = [
    '--threads=1',
    `--connections=${connections}`,
    `--duration=${seconds}s`,
    '--timeout=10s',
    `--script=${file}`,
    `http://127.0.0.1:${server.port}${path}`,
    '--',
    ...args.map(String),
  ]
  const { stdout } = await promisify(execFile)('wrk', wrk, { env: { ...process.env, ...pause } })
  const cpuUsed = (await cpuSeconds(server.pid)) - cpuBefore
  const line = stdout.split('\n').findLast((each) => each.startsWith('{'))
  if (line === undefined) throw new Error(`wrk printed no summary:\n${stdout}`)
  const summary = JSON.parse(line) as Summary
  const { requests, microseconds, bytes, sent, p99Us } = summary
  return {
    perSecond: (requests * 1e6) / microseconds,
    responses: requests,
    /** Requests. At the end, each connection may have one without a response. */
    sent,
    bytes,
    p99Ms: p99Us / 1000,
    /** CPU time of the server for each response. It varies less than the time on the clock. */
    cpuUs: (cpuUsed * 1e6) / requests,
    failures: ERRORS.filter((kind) => summary[kind] > 0).map((kind) => `wrk had ${summary[kind]} ${kind} errors`),
  }
}
