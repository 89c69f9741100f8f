import { ATTEMPTS } from './attempts.ts'
import { CONDITIONS } from './conditions.ts'
import { createCrashScenarios } from './crashes.ts'
import { ERROR_RESPONSES } from './error-responses.ts'
import { HOSTILE_IDS } from './hostile-ids.ts'
import { LONG_QUEUE } from './long-queue.ts'
import { NETWORK } from './network.ts'
import { OFFLINE_PLAYERS } from './offline-players.ts'
import { ORDER } from './order.ts'
import { PAYLOADS, PAYLOADS_V1 } from './payloads.ts'
import { POLLING } from './polling.ts'
import { REPORTS, REPORTS_V1 } from './reports.ts'
import { SLOW_STORE } from './slow-store.ts'
import type { CommonScenario, ScenarioV1, ScenarioV2 } from './scenario.ts'
import { UNCERTAIN_OUTCOMES } from './uncertain-outcomes.ts'

export type Version = '1.0' | '2.0'

export type AnyScenario = (ScenarioV1 & { version: '1.0' }) | (ScenarioV2 & { version: '2.0' })

const COMMON: CommonScenario[] = [
  ...PAYLOADS,
  ...ORDER,
  ...POLLING,
  ...OFFLINE_PLAYERS,
  ...ERROR_RESPONSES,
  ...NETWORK,
  ...REPORTS,
  ...SLOW_STORE,
  ...HOSTILE_IDS,
  ...LONG_QUEUE,
]

const V1: ScenarioV1[] = [...COMMON, ...PAYLOADS_V1, ...REPORTS_V1, ...createCrashScenarios('should')]
const V2: ScenarioV2[] = [...COMMON, ...ATTEMPTS, ...UNCERTAIN_OUTCOMES, ...CONDITIONS, ...createCrashScenarios('must')]

/** Returns the scenarios for clients of one interface, in the order in which they run. */
export function listScenarios(version: Version): AnyScenario[] {
  return version === '1.0'
    ? V1.map((scenario) => ({ ...scenario, version }))
    : V2.map((scenario) => ({ ...scenario, version }))
}
