import { ATTEMPTS } from './attempts.ts'
import { CONDITIONS } from './conditions.ts'
import { crashes } from './crashes.ts'
import { DOUBTS } from './uncertain-outcomes.ts'
import { LONG_QUEUE } from './long-queue.ts'
import { NAMES } from './hostile-ids.ts'
import { NETWORK } from './network.ts'
import { ORDER } from './order.ts'
import { PACE } from './polling.ts'
import { PLAYERS } from './offline-players.ts'
import { REFUSALS } from './error-responses.ts'
import { REPORTS, REPORTS_V1 } from './reports.ts'
import type { NeutralScenario, ScenarioV1, ScenarioV2 } from './scenario.ts'
import { SHAPES, SHAPES_V1 } from './payloads.ts'

export type Version = '1.0' | '2.0'

export type AnyScenario = (ScenarioV1 & { version: '1.0' }) | (ScenarioV2 & { version: '2.0' })

const NEUTRAL: NeutralScenario[] = [
  ...SHAPES,
  ...ORDER,
  ...PACE,
  ...PLAYERS,
  ...REFUSALS,
  ...NETWORK,
  ...REPORTS,
  ...NAMES,
  ...LONG_QUEUE,
]

const V1: ScenarioV1[] = [...NEUTRAL, ...SHAPES_V1, ...REPORTS_V1, ...crashes('should')]
const V2: ScenarioV2[] = [...NEUTRAL, ...ATTEMPTS, ...DOUBTS, ...CONDITIONS, ...crashes('must')]

/** What is asked of a client of one interface, in the order it is played. */
export function scenariosOf(version: Version): AnyScenario[] {
  return version === '1.0'
    ? V1.map((scenario) => ({ ...scenario, version }))
    : V2.map((scenario) => ({ ...scenario, version }))
}
