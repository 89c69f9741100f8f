import type { ScenarioContext } from '../harness/scenario-context.ts'
import type { Queue } from '../mock-store/queue.ts'
import type { QueueV1 } from '../mock-store/queue-v1.ts'
import type { QueueV2 } from '../mock-store/queue-v2.ts'

type Scenario<Q extends Queue> = {
  id: string
  /** The behaviour of a correct client. */
  title: string
  /** The effect on players and owners if a client does not behave like that. */
  why: string
  /** How to fix the client. */
  fix: string
  /** The scenario needs to see the client start. */
  needsFreshClient?: true
  /** The client is not running yet; `context.startClient()` starts it. */
  run: (context: ScenarioContext<Q>) => Promise<void>
}

/** A scenario for clients of both interfaces. */
export type CommonScenario = Scenario<Queue>
export type ScenarioV1 = Scenario<QueueV1>
export type ScenarioV2 = Scenario<QueueV2>
