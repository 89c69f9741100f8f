import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { createRequestTimes, type RequestTimes } from './request-times.ts'

export type Metrics = {
  registry: Registry
  timeRequests: RequestTimes
  countExpired: (count: number) => void
  watchWaiting: (count: () => number) => void
  /** In a child process: answers the parent, which shows the sum of all. */
  tellParent: () => void
}

/** What a dashboard draws. Labels come from closed sets only: a caller can never make a new series. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'quartermaster_' })
  const expired = new Counter({
    name: 'quartermaster_entitlements_expired_total',
    help: 'Entitlements that this process ended',
    registers: [registry],
  })
  return {
    registry,
    timeRequests: createRequestTimes(registry),
    countExpired: (count) => expired.inc(count),
    tellParent() {
      AggregatorRegistry.setRegistries([registry])
      // Making one is what makes a process listen for the question.
      void new AggregatorRegistry()
    },
    watchWaiting(count) {
      void new Gauge({
        name: 'quartermaster_waiting_polls',
        help: 'Game servers that wait for something to deliver',
        registers: [registry],
        collect() {
          this.set(count())
        },
      })
    },
  }
}
