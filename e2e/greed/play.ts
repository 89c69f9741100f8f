import { parseId } from '../../server/src/ids.ts'
import { createActors, waitForNone } from './actors.ts'
import { observe } from './observe.ts'
import { type Fault, judge } from './reference.ts'
import { Broken, type Play, PLAYERS, type Stage } from './stage.ts'
import { CARD_VALUE, CODE, type Sequence, type Step, STOCK } from './steps.ts'

const FILL_STOCK = `update products set stock = $2 where store_id = $1 and name = 'scarce'`
/** Pages that are left open would return stock in the middle of a later sequence. */
const LEAVE = `update payments p set reconcile_at = null from checkouts c
  where p.store_id = $1 and c.store_id = p.store_id and c.id = p.checkout_id and c.game_user_id = any($2) and p.reconcile_at is not null`
const UNSENT_REFUNDS = `select from payment_refunds r join checkouts c on c.store_id = r.store_id and c.id = r.checkout_id
  where r.state = 'requested' and c.game_user_id = any($1)`
/** A callback can cause a capture or a refund, which is called back as well. */
const LAST: Step[] = [
  { do: 'call back', times: 1 },
  { do: 'call back', times: 1 },
]
let plays = 0

/** Plays a sequence with players of its own, and returns what G40 says about its end. */
export async function play(stage: Stage, rounds: Sequence): Promise<Fault[]> {
  const { shop, pool } = stage
  const storeId = parseId('sto', shop.storeId)
  const state = await prepare(stage, rounds.flat())
  const players = PLAYERS.map(state.name)
  const act = createActors(stage, state)
  try {
    for (const round of rounds) await actTogether(round)
    for (const step of LAST) await act(step)
    await waitForNone(stage, UNSENT_REFUNDS, players)
    await act({ do: 'call back', times: 1 })
    for (let ran = -1; ran < state.runs.length;) {
      ran = state.runs.length
      await act({ do: 'fetch' })
      await act({ do: 'report' })
    }
  } catch (error) {
    if (error instanceof Broken) return [{ kind: 'lostMoney', text: `the product is broken: ${error.message}` }]
    throw error
  }
  const world = await observe(stage, state)
  await pool.query(LEAVE, [storeId, players])
  return judge(world)

  /** All of them end before the round does, even if one fails. */
  async function actTogether(round: Step[]): Promise<void> {
    for (const result of await Promise.allSettled(round.map(act))) if (result.status === 'rejected') throw result.reason
  }
}

async function prepare({ shop: { storeId, manage }, pool }: Stage, steps: Step[]): Promise<Play> {
  const no = `${++plays}${Math.random().toString(36).slice(2, 6)}`
  await pool.query(FILL_STOCK, [parseId('sto', storeId), STOCK])
  const code = steps.some((step) => 'code' in step && step.code) ? `HALF${no}` : null
  const { percent, ...limits } = CODE
  if (code !== null) await manage.createCoupon({ storeId, code, discount: { basisPoints: percent * 100 }, ...limits })
  const hasCard = steps.some((step) => 'card' in step && step.card)
  return {
    name: (player) => `p${no}x${player}`,
    orders: new Map(),
    runs: [],
    refusals: [],
    givenAway: new Set(),
    takenBack: new Set(),
    manual: new Set(),
    card: hasCard ? await manage.issueGiftCard({ storeId, valueMinor: CARD_VALUE }) : null,
    code,
  }
}
