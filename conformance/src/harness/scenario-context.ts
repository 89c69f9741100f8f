import type { Client } from '../clients/client.ts'
import type { Delivery, DeliveryOptions } from '../mock-store/delivery.ts'
import type { FaultInjector } from '../mock-store/fault.ts'
import type { Queue } from '../mock-store/queue.ts'
import { checkDeliveries } from './check-deliveries.ts'
import { type Finding, type Level, NotTestedError } from './findings.ts'
import type { ScenarioState } from './scenario-state.ts'
import type { Settings } from './settings.ts'
import { createStopwatch, CHECK_INTERVAL_MS } from './stopwatch.ts'

export type ScenarioContext<Q extends Queue = Queue> = ReturnType<typeof createScenarioContext<Q>>

/** A client makes no progress any more if this many polls and this many seconds passed without a run or a report. */
const MAX_IDLE_POLLS = 5
const MAX_IDLE_SECONDS = 3

type ContextOptions<Q extends Queue> = {
  state: ScenarioState
  queue: Q
  client: Client
  settings: Settings
  createDelivery: (options?: DeliveryOptions) => Delivery
  readConsoleFile: () => void
  writePlayers: (online: string[]) => void
}

/** The functions with which a scenario controls the client and records its findings. */
export function createScenarioContext<Q extends Queue>({
  state,
  queue,
  client,
  settings,
  createDelivery,
  readConsoleFile,
  writePlayers,
}: ContextOptions<Q>) {
  const findings: Finding[] = []
  const secondsToMs = (seconds: number) => seconds * settings.secondMs
  const addFinding = (level: Finding['level']) => (ok: boolean, text: string) => void findings.push({ level, ok, text })

  /** Resolves with false if the client exits, sends no requests, or makes no progress. */
  async function waitUntil(condition: () => boolean): Promise<boolean> {
    const countProgress = () => state.console.runs.length + queue.reported.length
    const sinceRequest = createStopwatch()
    const sinceProgress = createStopwatch()
    let [progress, polls, requests] = [countProgress(), state.completedPolls, state.requests.length]
    for (;;) {
      readConsoleFile()
      if (condition()) return true
      if (state.requests.length !== requests) sinceRequest.reset()
      if (countProgress() !== progress || queue.isBackingOff()) {
        sinceProgress.reset()
        sinceRequest.reset()
        polls = state.completedPolls
      }
      ;[progress, requests] = [countProgress(), state.requests.length]
      if (sinceRequest.ms() > settings.timeoutMs || client.exitReason() !== undefined) return false
      const hasManyIdlePolls = state.completedPolls - polls >= MAX_IDLE_POLLS
      if (hasManyIdlePolls && sinceProgress.ms() > secondsToMs(MAX_IDLE_SECONDS)) return false
      await state.waitForChange(CHECK_INTERVAL_MS)
    }
  }

  function hasRun({ steps }: Delivery): boolean {
    return steps.every(({ marker }) => state.console.countRuns(marker) > 0)
  }

  /** Observes the client for this time. Resolves with the seconds that passed, which can be more on a busy machine. */
  async function observe(seconds: number): Promise<number> {
    const startedAt = Date.now()
    const stopwatch = createStopwatch()
    while (stopwatch.ms() < secondsToMs(seconds)) {
      await state.waitForChange(Math.min(CHECK_INTERVAL_MS, secondsToMs(seconds)))
      readConsoleFile()
    }
    return (Date.now() - startedAt) / secondsToMs(1)
  }

  const context = {
    state,
    queue,
    client,
    settings,
    findings: findings as readonly Finding[],
    secondsToMs,
    waitUntil,
    observe,
    createDelivery,

    /** Enqueues deliveries whose players are in the game. */
    enqueue(...deliveries: Delivery[]): void {
      context.addPlayers(...deliveries.map(({ player }) => player))
      queue.enqueue(...deliveries)
    },
    addPlayers(...players: string[]): void {
      state.addPlayers(...players)
      writePlayers(state.online())
    },
    injectFaults: (injector: FaultInjector) => void (state.injectFault = injector),
    async startClient(): Promise<void> {
      await client.start()
      // There is no timeout while a person starts the client.
      while (state.isClientDown || (client.isManual && state.requests.length === 0)) {
        await state.waitForChange(CHECK_INTERVAL_MS)
      }
    },

    /** Waits for the run and the report, so that a client that reports first can still run. */
    waitUntilDelivered: (...deliveries: Delivery[]) =>
      waitUntil(() => deliveries.every((delivery) => queue.hasReport(delivery) && hasRun(delivery))),
    waitUntilReported: (...deliveries: Delivery[]) =>
      waitUntil(() => deliveries.every((delivery) => queue.hasReport(delivery))),
    /** Waits for this many completed polls. Resolves with false if the client exits or sends none. */
    async waitForPolls(count: number): Promise<boolean> {
      const before = state.completedPolls
      const stopwatch = createStopwatch()
      while (state.completedPolls < before + count) {
        if (stopwatch.ms() > settings.timeoutMs || client.exitReason() !== undefined) return false
        await state.waitForChange(CHECK_INTERVAL_MS)
      }
      readConsoleFile()
      return true
    },

    must: addFinding('must'),
    should: addFinding('should'),
    note: (text: string) => addFinding('note')(true, text),
    checkDelivered: (deliveries: Delivery[], level: Level = 'must') => {
      for (const { ok, text } of checkDeliveries(state, queue, deliveries)) addFinding(level)(ok, text)
    },
    skipScenario: (reason: string): never => {
      throw new NotTestedError(reason)
    },
  }
  return context
}
