import type { Queue, QueueV1 } from '../mock-store/queue-v1.ts'
import type { QueueV2 } from '../mock-store/queue-v2.ts'
import type { Stage } from '../harness/scenario-context.ts'

type Scenario<Q extends Queue> = {
  id: string
  /** What a good client does, said of it. */
  title: string
  /** What players and owners suffer from a client that does not. */
  why: string
  mend: string
  /** The start of the client is what it is about. */
  isFresh?: true
  /** The client is not running yet; `stage.start()` starts it. */
  play: (stage: Stage<Q>) => Promise<void>
}

/** Demanded of clients of both interfaces. */
export type NeutralScenario = Scenario<Queue>
export type ScenarioV1 = Scenario<QueueV1>
export type ScenarioV2 = Scenario<QueueV2>
