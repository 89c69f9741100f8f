import type { LoadReport } from '../../e2e/kit/load/load-counts.ts'
import type { Result } from '../../e2e/kit/run-harness.ts'
import type { SlowSocketsReport } from './slow-sockets-worker.ts'

const MAX_P99_MS = 200
const MAX_GROWTH_MIB = 200
/** 10 s until the first byte of the headers and 10 s more for the rest; 15 s for a request. Plus 4 s for a busy machine. */
const MAX_REQUEST_MS = { headers: 24_000, body: 19_000 }
/** Connections to the database come and go. */
export const SPARE_SOCKETS = 20

type Outcome = {
  load: Record<'before' | 'during' | 'after', LoadReport>
  slowSockets: SlowSocketsReport
  memory: { baselineMiB: number; peakMiB: number; afterMiB: number }
  openSockets: { before: number; during: number; after: number }
  slowReader: { complete: number; lost: number }
  death: string | undefined
}

/** Compares the figures with the promises. */
export function summarise({ sockets, short }: { sockets: number; short: boolean }, outcome: Outcome): Result {
  const { load, slowSockets, memory, openSockets, slowReader, death } = outcome
  const { before, during, after } = load
  const growthMiB = Math.round(memory.peakMiB - memory.baselineMiB)
  // The short form shares the machine with other checks, which can make good clients slow before the slow ones start.
  const maxP99Ms = short ? Math.max(MAX_P99_MS, before.p99Ms * 3) : MAX_P99_MS
  const slowParts = (['headers', 'body'] as const).filter((part) => slowSockets.longest[part] > MAX_REQUEST_MS[part])
  return {
    figures: {
      sockets,
      mostOpen: slowSockets.maxOpen,
      goodRequests: during.requests,
      failures: before.failures + during.failures + after.failures,
      calmP99Ms: before.p99Ms,
      p50Ms: during.p50Ms,
      p99Ms: during.p99Ms,
      worstMs: during.maxMs,
      clientLagMs: during.lagMs,
      baselineMiB: Math.round(memory.baselineMiB),
      peakMiB: Math.round(memory.peakMiB),
      growthMiB,
      afterMiB: Math.round(memory.afterMiB),
      closed: slowSockets.closed,
      closedWithoutResponse: slowSockets.closedWithoutResponse,
      notConnected: slowSockets.notConnected,
      slowLagMs: slowSockets.lagMs,
      longestHeadersMs: Math.round(slowSockets.longest.headers),
      longestBodyMs: Math.round(slowSockets.longest.body),
      badResponses: slowSockets.problems.length,
      slowReaderComplete: slowReader.complete,
      slowReaderLost: slowReader.lost,
      socketsBefore: openSockets.before,
      socketsDuring: openSockets.during,
      socketsAfter: openSockets.after,
      statuses: slowSockets.statuses,
    },
    failures: [
      ...[...before.examples, ...during.examples, ...after.examples].map(
        (example) => `a good client failed: ${example}`,
      ),
      ...slowSockets.problems.map((problem) => `a slow client got a bad response: ${problem}`),
      ...(openSockets.after > openSockets.before + SPARE_SOCKETS ? [`${openSockets.after} sockets stay open`] : []),
      ...(slowSockets.maxOpen < sockets * 0.8
        ? [`at most ${slowSockets.maxOpen} slow sockets were open at a time`]
        : []),
      ...(death === undefined ? [] : [death]),
    ],
    missed: [
      ...(during.p99Ms < maxP99Ms ? [] : [`the p99 of good clients is ${during.p99Ms} ms; the limit is ${maxP99Ms}`]),
      ...(growthMiB < MAX_GROWTH_MIB ? [] : [`the memory of the server grew by ${growthMiB} MiB`]),
      ...slowParts.map((part) => `the server waited ${Math.round(slowSockets.longest[part])} ms for slow ${part}`),
    ],
  }
}
