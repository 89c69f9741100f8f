import { AGENT_MUTANTS } from './agent/agent-mutants.ts'
import { runAgentTrial } from './agent/agent-trial.ts'
import { runDeliveryTrial } from './delivery-trial.ts'
import { runMoneyTrial } from './money/money-trial.ts'
import { CALLBACK_MUTANTS } from './money/callback-mutants.ts'
import { SETTLEMENT_MUTANTS } from './money/settlement-mutants.ts'
import type { Mutant } from './mutant.ts'
import { MUTANTS } from './mutants.ts'
import type { Outcome, Size, Trial } from './trial.ts'

/** A way to work the product while it is killed, with the faults that it must notice. */
export type Profile = {
  name: string
  mutants: Mutant[]
  /** A mutant gets as many attempts as there are sizes for it. */
  sizes: { full: Size; short: Size; mutant: Size[]; shortMutant: Size[] }
  run: (trial: Trial) => Promise<Outcome>
}

const WITHOUT_MONEY = { checkouts: 0, duplicates: 0 }

const FEW_ORDERS = { kills: 2, dbKills: 2, ...WITHOUT_MONEY }
const SOME_ORDERS = { kills: 8, dbKills: 4, ...WITHOUT_MONEY }

const DELIVERY: Profile = {
  name: 'delivery',
  mutants: MUTANTS,
  sizes: {
    full: { kills: 200, dbKills: 50, ...WITHOUT_MONEY },
    short: { kills: 12, dbKills: 3, ...WITHOUT_MONEY },
    mutant: [SOME_ORDERS, SOME_ORDERS, SOME_ORDERS],
    shortMutant: [FEW_ORDERS, FEW_ORDERS, FEW_ORDERS],
  },
  run: runDeliveryTrial,
}

const FEW_CALLBACKS = { kills: 1, dbKills: 1, checkouts: 60, duplicates: 5 }
const MANY_CALLBACKS = { kills: 8, dbKills: 4, checkouts: 240, duplicates: 5 }

const MONEY: Profile = {
  name: 'money',
  mutants: [...CALLBACK_MUTANTS, ...SETTLEMENT_MUTANTS],
  sizes: {
    full: { kills: 1_000, dbKills: 100, checkouts: 10_000, duplicates: 5 },
    short: { kills: 8, dbKills: 2, checkouts: 150, duplicates: 5 },
    mutant: [FEW_CALLBACKS, MANY_CALLBACKS, MANY_CALLBACKS],
    shortMutant: [FEW_CALLBACKS, FEW_CALLBACKS, FEW_CALLBACKS],
  },
  run: runMoneyTrial,
}

const FEW_LIVES = { kills: 8, dbKills: 0, ...WITHOUT_MONEY }
const SOME_LIVES = { kills: 16, dbKills: 0, ...WITHOUT_MONEY }
const MANY_LIVES = { kills: 40, dbKills: 0, ...WITHOUT_MONEY }

const AGENT: Profile = {
  name: 'agent',
  mutants: AGENT_MUTANTS,
  sizes: {
    full: { kills: 1_000, dbKills: 0, ...WITHOUT_MONEY },
    short: { kills: 12, dbKills: 0, ...WITHOUT_MONEY },
    mutant: [SOME_LIVES, MANY_LIVES, MANY_LIVES],
    shortMutant: [FEW_LIVES, SOME_LIVES, SOME_LIVES],
  },
  run: runAgentTrial,
}

export function profileNamed(name: string): Profile {
  const profile = [DELIVERY, MONEY, AGENT].find((known) => known.name === name)
  if (!profile) throw new Error(`There is no profile "${name}"; there are delivery, money and agent`)
  return profile
}
