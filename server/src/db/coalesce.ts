import { busy } from '../errors.ts'
import { isDatabaseUnavailable } from './retry-while-unavailable.ts'

/** A journey to the database costs as much as dozens of calls in it: behind a small batch the next one is gathered for a while. */
const APART_MS = 4
const SMALL = 48
/** So many are worth a journey of their own while another batch is under way: the database has work, and we go on. */
const WORTH = 128
/** While the database is away: one that recovers has better things to do than refusing connections. */
const APART_WHILE_AWAY_MS = 250
/** A batch that is under way for longer than this no longer holds up the next. */
const SLOW_MS = 50
/** However slow they are: the pool has other users. */
const AT_ONCE = 4
const MOST_CALLS = 256

type Answers<Answer> = (Answer | Promise<Answer>)[]
type Work<Call, Answer> = (calls: Call[]) => Promise<Answers<Answer>>
type Lanes<T> = Map<string, { calls: T[]; taken: number }>
type Waiting<Call, Answer> = {
  call: Call
  resolve: (answer: Answer | Promise<Answer>) => void
  reject: (error: unknown) => void
}

/**
 * Joins calls that come at the same time into one: `work` gets them together and answers in their order, with a promise
 * for a call that needs more time than the others should wait. A call that comes alone goes at once. When a batch fails
 * for another reason than a database that is away, its calls are tried one by one, so that an error stays with the call
 * that caused it. Beyond a full batch lanes take turns: whoever calls a thousand times does not stand before others. When
 * more wait than the database can serve soon, a call is refused at once: better than late.
 */
export function coalesce<Call, Answer>(
  work: Work<Call, Answer>,
  laneOf: (call: Call) => string,
  mostWaiting = Number.POSITIVE_INFINITY,
): (call: Call) => Promise<Answer> {
  let next: Waiting<Call, Answer>[] = []
  const lanes: Lanes<Waiting<Call, Answer>> = new Map()
  const batches = { slow: 0, quick: 0 }
  let waitingInAll = 0
  let planned = false
  let begun = Number.NEGATIVE_INFINITY
  let apartMs = APART_MS
  let lastSize = 0

  function plan(): void {
    if (mayBegin() && next.length >= WORTH && apartMs === APART_MS) begin()
    if (planned || !mayBegin()) return
    planned = true
    const early = apartMs > APART_MS || lastSize < SMALL ? begun + apartMs - performance.now() : 0
    // Behind everything that arrives in the same moment.
    if (early > 0) setTimeout(beginAsPlanned, early)
    else setImmediate(beginAsPlanned)
  }

  function mayBegin(): boolean {
    const quick = next.length >= WORTH ? 1 : 0
    return next.length > 0 && batches.quick <= quick && batches.slow < AT_ONCE
  }

  function beginAsPlanned(): void {
    planned = false
    if (mayBegin()) begin()
  }

  function begin(): void {
    begun = performance.now()
    const batch = next
    waitingInAll -= batch.length
    lastSize = batch.length
    next = takeTurns(lanes)
    void run(batch)
  }

  async function run(batch: Waiting<Call, Answer>[]): Promise<void> {
    let kind: keyof typeof batches = 'quick'
    batches.quick++
    const timer = setTimeout(() => {
      kind = 'slow'
      batches.quick--
      batches.slow++
      plan()
    }, SLOW_MS)
    const served = await settle(batch, work)
    apartMs = served ? APART_MS : Math.min(apartMs * 2, APART_WHILE_AWAY_MS)
    clearTimeout(timer)
    batches[kind]--
    plan()
  }

  return (call) =>
    new Promise<Answer>((resolve, reject) => {
      if (waitingInAll >= mostWaiting) {
        reject(busy())
        return
      }
      waitingInAll++
      const waiting = { call, resolve, reject }
      if (next.length < MOST_CALLS) next.push(waiting)
      else {
        const name = laneOf(call)
        const lane = lanes.get(name)
        if (lane) lane.calls.push(waiting)
        else lanes.set(name, { calls: [waiting], taken: 0 })
      }
      plan()
    })
}

/** One of each lane, and again, until a batch is full. Lanes that had a turn stand behind those that wait for one. */
function takeTurns<T>(lanes: Lanes<T>): T[] {
  const batch: T[] = []
  for (const [name, lane] of lanes) {
    if (batch.length === MOST_CALLS) break
    const call = lane.calls[lane.taken++]
    if (call !== undefined) batch.push(call)
    lanes.delete(name)
    // Put back, it stands at the end, where this loop comes by again.
    if (lane.taken < lane.calls.length) lanes.set(name, lane)
  }
  return batch
}

/** False when the database was away. */
async function settle<Call, Answer>(batch: Waiting<Call, Answer>[], work: Work<Call, Answer>): Promise<boolean> {
  try {
    const answers = await work(batch.map(({ call }) => call))
    for (let i = 0; i < batch.length; i++) batch[i]?.resolve(answers[i] as Answer | Promise<Answer>)
    return true
  } catch (error) {
    const away = isDatabaseUnavailable(error)
    if (batch.length === 1 || away) for (const { reject } of batch) reject(error)
    else for (const waiting of batch) await settle([waiting], work)
    return !away
  }
}
