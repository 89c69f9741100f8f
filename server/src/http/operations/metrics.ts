import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  observeRequest: (request: { method: string; route: string; status: number; seconds: number }) => void
  countExpired: (count: number) => void
}

/** What a dashboard draws. Labels come from closed sets only: a caller can never make a new series. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'quartermaster_' })
  const requests = new Histogram({
    name: 'quartermaster_http_request_seconds',
    help: 'Time from a request to its answer',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8],
    registers: [registry],
  })
  const expired = new Counter({
    name: 'quartermaster_entitlements_expired_total',
    help: 'Entitlements that this process ended',
    registers: [registry],
  })
  return {
    registry,
    observeRequest: ({ method, route, status, seconds }) => requests.observe({ method, route, status }, seconds),
    countExpired: (count) => expired.inc(count),
  }
}
