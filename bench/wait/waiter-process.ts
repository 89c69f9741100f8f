import { createRandom } from '../../e2e/kit/random.ts'
import { emptyTally, type Tally } from './tally.ts'
import { type Field, startWaiter } from './waiter.ts'

/** To this process, and from it. */
export type Order =
  { type: 'start'; waiters: Flock } | { type: 'tally'; ask: number } | { type: 'stopping'; ask: number }
export type Word =
  | { type: 'element'; waiter: number; deliveryId: string; at: number }
  | { type: 'tally'; ask: number; tally: Tally }
  | { type: 'fault'; what: string }

export type Flock = {
  first: number
  count: number
  /** New connections a second. */
  pace: number
  port: number
  localAddress: string
  waitSeconds: number
  seed: number
}

const STEP_MS = 20
const FIRST_PORT = 2_000
const PORTS_EACH = 4
const BUFFER_BYTES = 64 * 1024
/** Of each kind. */
const FAULTS_TOLD = 2

const tally = emptyTally()
let field: Field | undefined
const faultsTold = new Map<string, number>()

process.on('message', (order: Order) => {
  if (order.type === 'start') start(order.waiters)
  if (order.type === 'stopping' && field) field.stopping = true
  if (order.type !== 'start') tell({ type: 'tally', ask: order.ask, tally })
})
// However the harness ends, this ends with it.
process.on('disconnect', () => process.exit())

function start({ first, count, pace, port, localAddress, waitSeconds, seed }: Flock): void {
  const random = createRandom(seed)
  const shared: Field = {
    port,
    localAddress,
    waitSeconds,
    buffer: Buffer.allocUnsafeSlow(BUFFER_BYTES),
    tally,
    stopping: false,
    onElement: (waiter, deliveryId, at) => tell({ type: 'element', waiter, deliveryId, at }),
    onFault(what, detail) {
      const told = faultsTold.get(what) ?? 0
      faultsTold.set(what, told + 1)
      if (told < FAULTS_TOLD) tell({ type: 'fault', what: `${what}: ${detail}` })
    },
  }
  field = shared
  const begun = Date.now()
  let started = 0
  const timer = setInterval(() => {
    const due = Math.min(count, Math.ceil(((Date.now() - begun) / 1_000) * pace))
    // Who connects together would ask again together: the first wait is as long as chance has it, so that later
    // they ask evenly over the minute, as servers do that were started at all times.
    for (; started < due; started++) {
      startWaiter(
        first + started,
        { firstWaitSeconds: random.integer(1, waitSeconds), ports: portsOf(started) },
        shared,
      )
    }
    if (started === count) clearInterval(timer)
  }, STEP_MS)
}

/** Apart from each other, and from those below that belong to others. */
function portsOf(index: number): number[] {
  return Array.from({ length: PORTS_EACH }, (_, i) => FIRST_PORT + index * PORTS_EACH + i)
}

function tell(word: Word): void {
  process.send?.(word)
}
