import type { Registry } from 'prom-client'

const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 8]
const NAME = 'quartermaster_http_request_seconds'
const HELP = 'Time from a request to its answer'

type Labels = { method: string; route: string; status: number }
/** First whose time it is, which may be kept, then the time. */
export type RequestTimes = (labels: Labels) => (seconds: number) => void
type Series = { labels: Labels; counts: number[]; sum: number }

/**
 * A histogram for what happens tens of thousands of times a second: the library's own looks its labels up at each
 * observation, which costs more than the rest of measuring a request. Labels come from closed sets.
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
    const one = known ?? { labels, counts: [...BOUNDS.map(() => 0), 0], sum: 0 }
    if (!known) series.set(name, one)
    return (seconds) => {
      let bucket = 0
      while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? 0)) bucket++
      one.counts[bucket] = (one.counts[bucket] ?? 0) + 1
      one.sum += seconds
    }
  }
}

/** As the format wants it: each bucket holds all that was as quick. */
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
