import type { Mutant } from '../kit/mutants/mutant.ts'
import { AGENT_MUTANTS } from './agent/agent-mutants.ts'
import { runAgentTrial } from './agent/agent-trial.ts'
import { DELIVERY_MUTANTS } from './delivery/delivery-mutants.ts'
import { runDeliveryTrial } from './delivery/delivery-trial.ts'
import { CALLBACK_MUTANTS } from './money/callback-mutants.ts'
import { runMoneyTrial } from './money/money-trial.ts'
import { GIFT_CARD_MUTANTS } from './money/gift-card-mutants.ts'
import { CODE_MUTANTS } from './money/code-mutants.ts'
import { PAYMENT_MUTANTS } from './money/payment-mutants.ts'
import { SUBSCRIPTION_MUTANTS } from './money/subscription-mutants.ts'
import { STOREFRONT_MUTANTS } from './storefront/storefront-mutants.ts'
import { runStorefrontTrial } from './storefront/storefront-trial.ts'
import type { Outcome, Size, Trial } from './trial.ts'

/** A kind of work for the product while it is killed, with the mutants that must be noticed. */
export type Profile = {
  mutants: Mutant[]
  /** A mutant gets as many attempts as it has sizes. */
  sizes: { full: Size; short: Size; mutant: Size[]; shortMutant: Size[] }
  run: (trial: Trial) => Promise<Outcome>
}

const FEW_SALES = { kills: 2, dbKills: 2 }
const SOME_SALES = { kills: 8, dbKills: 4 }
const FEW_CALLBACKS = { kills: 1, dbKills: 1, checkouts: 60 }
const MANY_CALLBACKS = { kills: 8, dbKills: 4, checkouts: 240 }
const FEW_BUYERS = { kills: 1, dbKills: 1, checkouts: 60 }
const SOME_BUYERS = { kills: 6, dbKills: 3, checkouts: 200 }
const FEW_KILLS = { kills: 8, dbKills: 0 }
const SOME_KILLS = { kills: 16, dbKills: 0 }
const MANY_KILLS = { kills: 40, dbKills: 0 }

export const PROFILES: Record<'delivery' | 'money' | 'storefront' | 'agent', Profile> = {
  delivery: {
    mutants: DELIVERY_MUTANTS,
    sizes: {
      full: { kills: 200, dbKills: 50 },
      short: { kills: 8, dbKills: 2 },
      mutant: [SOME_SALES, SOME_SALES, SOME_SALES],
      shortMutant: [FEW_SALES, FEW_SALES, FEW_SALES],
    },
    run: runDeliveryTrial,
  },
  money: {
    mutants: [...CALLBACK_MUTANTS, ...PAYMENT_MUTANTS, ...GIFT_CARD_MUTANTS, ...CODE_MUTANTS, ...SUBSCRIPTION_MUTANTS],
    sizes: {
      full: { kills: 1_000, dbKills: 100, checkouts: 10_000 },
      short: { kills: 5, dbKills: 1, checkouts: 100 },
      mutant: [FEW_CALLBACKS, MANY_CALLBACKS, MANY_CALLBACKS],
      shortMutant: [FEW_CALLBACKS, FEW_CALLBACKS, FEW_CALLBACKS],
    },
    run: runMoneyTrial,
  },
  storefront: {
    mutants: STOREFRONT_MUTANTS,
    sizes: {
      full: { kills: 200, dbKills: 50, checkouts: 1_000 },
      short: { kills: 4, dbKills: 1, checkouts: 120 },
      mutant: [FEW_BUYERS, SOME_BUYERS, SOME_BUYERS],
      shortMutant: [FEW_BUYERS, FEW_BUYERS, FEW_BUYERS],
    },
    run: runStorefrontTrial,
  },
  agent: {
    mutants: AGENT_MUTANTS,
    sizes: {
      full: { kills: 1_000, dbKills: 0 },
      short: { kills: 8, dbKills: 0 },
      mutant: [SOME_KILLS, MANY_KILLS, MANY_KILLS],
      shortMutant: [FEW_KILLS, SOME_KILLS, SOME_KILLS],
    },
    run: runAgentTrial,
  },
}
