import { readdir } from 'node:fs/promises'
import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client'
import { createInstallationGauges, type InstallationGauges } from './installation-gauges.ts'
import { createPaymentCounters, type PaymentCounters } from './payment-counters.ts'
import { createRequestTimes, type RequestTimes } from './request-times.ts'

export type Metrics = PaymentCounters & {
  registry: Registry
  timeRequests: RequestTimes
  countExpired: (count: number) => void
  installation: InstallationGauges
  watchWaiting: (count: () => number) => void
  /** In a child process: sends the metrics to the parent, which serves the sum. */
  reportToParent: () => void
}

/** With thousands of connections, these would stop the process for a tenth of a second at each request for metrics. */
const SLOW_METRICS = [
  'nodejs_active_resources',
  'nodejs_active_resources_total',
  'nodejs_active_handles',
  'nodejs_active_handles_total',
  'nodejs_active_requests',
  'nodejs_active_requests_total',
  'process_open_fds',
]

/** The metrics of a process. Labels come from closed sets, so a caller cannot create a series. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'quartermaster_' })
  for (const name of SLOW_METRICS) registry.removeSingleMetric(`quartermaster_${name}`)
  watchOpenFiles(registry)
  const expired = new Counter({
    name: 'quartermaster_entitlements_expired_total',
    help: 'Entitlements that this process expired',
    registers: [registry],
  })
  return {
    registry,
    timeRequests: createRequestTimes(registry),
    installation: createInstallationGauges(registry),
    ...createPaymentCounters(registry),
    countExpired: (count) => expired.inc(count),
    reportToParent() {
      AggregatorRegistry.setRegistries([registry])
      // The constructor makes the process listen for requests of the parent.
      void new AggregatorRegistry()
    },
    watchWaiting(count) {
      void new Gauge({
        name: 'quartermaster_waiting_polls',
        help: 'Polls that wait for deliveries',
        registers: [registry],
        collect() {
          this.set(count())
        },
      })
    },
  }
}

/** Counts outside of the main thread. */
function watchOpenFiles(registry: Registry): void {
  if (process.platform !== 'linux') return
  void new Gauge({
    name: 'quartermaster_process_open_fds',
    help: 'Open files and connections',
    registers: [registry],
    async collect() {
      this.set((await readdir('/proc/self/fd')).length - 1)
    },
  })
}
