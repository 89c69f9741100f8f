import { expect, test } from 'vitest'
import { startStore } from '../../test/start-store.ts'
import { type CheckoutId, newId } from '../ids.ts'
import { canTransition, type CheckoutState } from './checkout.ts'

const store = await startStore()
const STATES: CheckoutState[] = ['open', 'paid', 'refunded', 'disputed', 'abandoned']
const TIMES = `paid_at = case when $3 in ('open', 'abandoned') then null else now() end,
  refunded_at = case when $3 = 'refunded' then now() end`

test('the database allows exactly the transitions of the code, for all 25 pairs', async () => {
  const storeId = await store.createStore()
  for (const from of STATES) {
    for (const to of STATES) {
      const id = newId<CheckoutId>()
      await store.query(
        `insert into checkouts (store_id, id, game_user_id, currency, state, paid_at, refunded_at)
         values ($1, $2, '42', 'BRL', $3, case when $3 not in ('open', 'abandoned') then now() end,
           case when $3 = 'refunded' then now() end)`,
        [storeId, id, from],
      )
      const allowed = await store
        .query(`update checkouts set state = $3, ${TIMES} where store_id = $1 and id = $2`, [storeId, id, to])
        .then(
          () => true,
          (error: unknown) => {
            expect(error).toMatchObject({ code: '23514', message: "not allowed: this change of a checkout's state" })
            return false
          },
        )
      // An update that keeps the state is not a transition.
      expect(allowed, `${from} to ${to}`).toBe(canTransition(from, to) || from === to)
    }
  }
})

test('a checkout that was not paid cannot be refunded', async () => {
  const storeId = await store.createStore()
  for (const state of ['open', 'abandoned'] as const) {
    const id = newId<CheckoutId>()
    await store.query(
      "insert into checkouts (store_id, id, game_user_id, currency, state) values ($1, $2, '42', 'BRL', $3)",
      [storeId, id, state],
    )
    await expect(store.refund(storeId, id)).rejects.toMatchObject({ code: 'not_refundable' })
  }
})
