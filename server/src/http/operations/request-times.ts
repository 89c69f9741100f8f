import type { Registry } from 'prom-client'

const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8]
const NAME = 'quartermaster_http_request_seconds'
const HELP = 'Time from a request to its response'

type Labels = { method: string; route: string; status: number }
/** Returns the function that records a time for these labels, which the caller may keep. */
export type RequestTimes = (labels: Labels) => (seconds: number) => void
type Series = { labels: Labels; counts: number[]; sum: number }

/**
 * A histogram for tens of thousands of observations a second. That of the library looks up the labels for each one,
 * which costs more than the rest of the measurement.
 */
export function createRequestTimes(registry: Registry): RequestTimes {
  const series = new Map<string, Series>()

  registry.registerMetric({
    name: NAME,
    help: HELP,
    aggregator: 'sum',
    get: async () => ({
      name: NAME,
      help: HELP,
      type: 'histogram',
      aggregator: 'sum',
      values: [...series.values()].flatMap(toValues),
    }),
  } as unknown as Parameters<Registry['registerMetric']>[0])

  return (labels) => {
    const name = `${labels.method} ${labels.route} ${labels.status}`
    const known = series.get(name)
    const entry = known ?? { labels, counts: [...BOUNDS.map(() => 0), 0], sum: 0 }
    if (!known) series.set(name, entry)
    return (seconds) => {
      let bucket = 0
      while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? 0)) bucket++
      entry.counts[bucket] = (entry.counts[bucket] ?? 0) + 1
      entry.sum += seconds
    }
  }
}

/** Buckets are cumulative in the format of Prometheus. */
function toValues({ labels, counts, sum }: Series) {
  let total = 0
  const buckets = counts.map((count, i) => {
    total += count
    return { labels: { le: BOUNDS[i] ?? '+Inf', ...labels }, value: total, metricName: `${NAME}_bucket` }
  })
  return [
    ...buckets,
    { labels, value: sum, metricName: `${NAME}_sum` },
    { labels, value: total, metricName: `${NAME}_count` },
  ]
}
