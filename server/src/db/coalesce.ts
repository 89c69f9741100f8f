import { busy } from '../errors.ts'
import { isDatabaseUnavailable } from './retry-while-unavailable.ts'

/** A round trip costs as much as dozens of calls in it, so after a small batch the next one is collected for a while. */
const INTERVAL_MS = 4
const SMALL_BATCH = 48
/** This many calls start a second batch while another is running. */
const LARGE_BATCH = 128
/** During an outage, so that a recovering database is not flooded with connections. */
const MAX_INTERVAL_MS = 250
/** A batch that runs for longer than this no longer delays the next. */
const SLOW_MS = 50
/** Limited, because other code shares the pool. */
const MAX_SLOW_BATCHES = 4
const MAX_BATCH_SIZE = 256

type Answers<Answer> = (Answer | Promise<Answer>)[]
type Work<Call, Answer> = (calls: Call[]) => Promise<Answers<Answer>>
/** Calls beyond a full batch, by `laneOf`. */
type Lanes<T> = Map<string, { calls: T[]; taken: number }>
type Waiting<Call, Answer> = {
  call: Call
  resolve: (answer: Answer | Promise<Answer>) => void
  reject: (error: unknown) => void
}

/**
 * Combines concurrent calls into batches: `work` receives several calls and returns their answers in the same order, or a
 * promise for a call that needs longer than the others. A single call runs at once. If a batch fails and the database is
 * available, its calls are retried one by one, so that only the call that caused the error fails. Beyond a full batch,
 * lanes take turns, so that a caller with many calls cannot delay the others. If `maxWaiting` calls wait, the next one
 * is refused.
 */
export function coalesce<Call, Answer>(
  work: Work<Call, Answer>,
  laneOf: (call: Call) => string,
  maxWaiting = Number.POSITIVE_INFINITY,
): (call: Call) => Promise<Answer> {
  let next: Waiting<Call, Answer>[] = []
  const lanes: Lanes<Waiting<Call, Answer>> = new Map()
  const batches = { slow: 0, quick: 0 }
  let waitingCount = 0
  let isScheduled = false
  let startedAt = Number.NEGATIVE_INFINITY
  let intervalMs = INTERVAL_MS
  let lastSize = 0

  function schedule(): void {
    if (canStart() && next.length >= LARGE_BATCH && intervalMs === INTERVAL_MS) start()
    if (isScheduled || !canStart()) return
    isScheduled = true
    const delayMs = intervalMs > INTERVAL_MS || lastSize < SMALL_BATCH ? startedAt + intervalMs - performance.now() : 0
    // setImmediate runs after all calls of the current tick.
    if (delayMs > 0) setTimeout(startScheduled, delayMs)
    else setImmediate(startScheduled)
  }

  function canStart(): boolean {
    const maxQuick = next.length >= LARGE_BATCH ? 1 : 0
    return next.length > 0 && batches.quick <= maxQuick && batches.slow < MAX_SLOW_BATCHES
  }

  function startScheduled(): void {
    isScheduled = false
    if (canStart()) start()
  }

  function start(): void {
    startedAt = performance.now()
    const batch = next
    waitingCount -= batch.length
    lastSize = batch.length
    next = takeFromLanes(lanes)
    void run(batch)
  }

  async function run(batch: Waiting<Call, Answer>[]): Promise<void> {
    let kind: keyof typeof batches = 'quick'
    batches.quick++
    const timer = setTimeout(() => {
      kind = 'slow'
      batches.quick--
      batches.slow++
      schedule()
    }, SLOW_MS)
    const isAvailable = await runBatch(batch, work)
    intervalMs = isAvailable ? INTERVAL_MS : Math.min(intervalMs * 2, MAX_INTERVAL_MS)
    clearTimeout(timer)
    batches[kind]--
    schedule()
  }

  return (call) =>
    new Promise<Answer>((resolve, reject) => {
      if (waitingCount >= maxWaiting) {
        reject(busy())
        return
      }
      waitingCount++
      const waiting = { call, resolve, reject }
      if (next.length < MAX_BATCH_SIZE) next.push(waiting)
      else {
        const name = laneOf(call)
        const lane = lanes.get(name)
        if (lane) lane.calls.push(waiting)
        else lanes.set(name, { calls: [waiting], taken: 0 })
      }
      schedule()
    })
}

/** Takes one call of each lane in turn, until the batch is full. */
function takeFromLanes<T>(lanes: Lanes<T>): T[] {
  const batch: T[] = []
  for (const [name, lane] of lanes) {
    if (batch.length === MAX_BATCH_SIZE) break
    const call = lane.calls[lane.taken++]
    if (call !== undefined) batch.push(call)
    lanes.delete(name)
    // A lane that is inserted again is last, so this loop reaches it again.
    if (lane.taken < lane.calls.length) lanes.set(name, lane)
  }
  return batch
}

/** Returns false if the database is unavailable. */
async function runBatch<Call, Answer>(batch: Waiting<Call, Answer>[], work: Work<Call, Answer>): Promise<boolean> {
  try {
    const answers = await work(batch.map(({ call }) => call))
    for (let i = 0; i < batch.length; i++) batch[i]?.resolve(answers[i] as Answer | Promise<Answer>)
    return true
  } catch (error) {
    const isOutage = isDatabaseUnavailable(error)
    if (batch.length === 1 || isOutage) for (const { reject } of batch) reject(error)
    else for (const waiting of batch) await runBatch([waiting], work)
    return !isOutage
  }
}
