import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '../../e2e/kit/options.ts'
import { runHarness } from '../../e2e/kit/run-harness.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { createFaults, type Fault } from './faults.ts'
import { checkRules, type Prometheus, readAlertNames, readDashboardQueries, startPrometheus } from './prometheus.ts'
import { openWorld, type World } from './world.ts'

/** The state of the installation is read every 15 s. */
const FIRE_TIMEOUT_MS = 120_000
const HEALTHY_MS = 40_000
/** Restarts take longer than the short waiting times of the copied rules. */
const RESTART_ALERTS = new Set(['QuartermasterDown', 'QuartermasterBackgroundWorkStopped'])

const options = readOptions({
  script: 'lab alerts',
  about:
    'Breaks a running product in every way that has an alert, while a real Prometheus watches it with the rules of\n' +
    'deploy/monitoring. Each alert must fire for its fault and be silent otherwise, and every query of the Grafana\n' +
    "dashboard must return data. Needs Debian's prometheus: apt-get install prometheus",
  options: { only: { type: 'text', help: 'only faults whose name contains this' } },
})

await runHarness(options, async (defer) => {
  const failures = checkRules()
  const world = await openWorld(defer)
  await world.query('update game_servers set last_seen_at = now()')
  const prometheus = await startPrometheus(defer, world)
  const falseAlarms: string[] = []
  const watch = watchFalseAlarms(prometheus, falseAlarms)
  defer(watch.stop)

  await buy(world)
  await sleep(HEALTHY_MS)
  console.log(`healthy for ${HEALTHY_MS / 1_000} s, ${falseAlarms.length} alerts`)
  const withoutData = await findQueriesWithoutData(prometheus)
  failures.push(...withoutData.map((query) => `no data for the query of the dashboard: ${query}`))

  const fired: string[] = []
  const faults = createFaults(world).filter(({ name }) => name.includes(options.only ?? ''))
  for (const fault of faults) {
    const seconds = await tryFault(fault, { prometheus, watch })
    for (const [alert, after] of Object.entries(seconds)) {
      if (after === undefined) failures.push(`${alert} did not fire: ${fault.name}`)
      else fired.push(alert)
    }
    console.log(
      `${fault.name}: ${Object.entries(seconds)
        .map(([alert, after]) => `${alert} after ${after ?? '–'} s`)
        .join(', ')}`,
    )
  }
  await watch.stop()

  const alerts = await readAlertNames()
  const tested = new Set(faults.flatMap(({ raises }) => raises))
  if (options.only === undefined)
    failures.push(...alerts.filter((alert) => !tested.has(alert)).map((alert) => `no fault raises ${alert}`))
  failures.push(...falseAlarms.map((alarm) => `false alarm: ${alarm}`))
  const queries = (await readDashboardQueries()).length
  return {
    figures: {
      alerts: alerts.length,
      fired: new Set(fired).size,
      falseAlarms: falseAlarms.length,
      dashboardQueries: queries,
      withoutData: withoutData.length,
    },
    failures,
  }
})

type Watch = ReturnType<typeof watchFalseAlarms>

/** Looks every half second for alerts that are not expected. */
function watchFalseAlarms(prometheus: Prometheus, falseAlarms: string[]) {
  const stopping = new AbortController()
  let allowed = new Set<string>()
  let during = 'healthy'
  const running = (async () => {
    while (!stopping.signal.aborted) {
      for (const alert of await prometheus.firing()) {
        if (allowed.has(alert) || falseAlarms.includes(`${alert} (${during})`)) continue
        falseAlarms.push(`${alert} (${during})`)
      }
      await sleep(500)
    }
  })()
  return {
    allow(name: string, alerts: string[]) {
      during = name
      allowed = new Set(alerts)
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/** Breaks and heals. Returns after how many seconds each alert fired. */
async function tryFault(
  fault: Fault,
  { prometheus, watch }: { prometheus: Prometheus; watch: Watch },
): Promise<Record<string, number | undefined>> {
  const restarts = fault.raises.some((alert) => RESTART_ALERTS.has(alert))
  watch.allow(fault.name, [...fault.raises, ...(restarts ? RESTART_ALERTS : [])])
  const startedAt = Date.now()
  await fault.break()
  const seconds: Record<string, number | undefined> = Object.fromEntries(
    fault.raises.map((alert) => [alert, undefined]),
  )
  await waitUntil(
    async () => {
      for (const alert of await prometheus.firing())
        if (alert in seconds) seconds[alert] ??= Math.round((Date.now() - startedAt) / 1_000)
      return Object.values(seconds).every((after) => after !== undefined)
    },
    { timeoutMs: FIRE_TIMEOUT_MS, intervalMs: 500 },
  )
  await fault.heal()
  let firing: string[] = []
  const isSilent = await waitUntil(
    async () => {
      firing = await prometheus.firing()
      return firing.length === 0
    },
    { timeoutMs: FIRE_TIMEOUT_MS, intervalMs: 500 },
  )
  if (!isSilent) throw new Error(`${firing.join(', ')} still fires after this was healed: ${fault.name}`)
  return seconds
}

/** One purchase over the payment provider, so that counters have something to count. */
async function buy({ store, stripe, productId }: World): Promise<void> {
  const { storeId, manage } = store
  const items = [{ productId, quantity: 1 }]
  const { paymentPageUrl } = await manage.openCheckout({
    storeId,
    gameUserId: 'buyer',
    items,
    reference: 'healthy',
    provider: 'stripe',
  })
  const pageRef = paymentPageUrl?.split('/').at(-1) ?? ''
  await stripe.pay(pageRef)
}

async function findQueriesWithoutData({ query }: Prometheus): Promise<string[]> {
  const empty: string[] = []
  for (const expression of await readDashboardQueries()) {
    const result = await query(expression)
    if (result.every(({ value }) => value === 'NaN')) empty.push(expression)
  }
  return empty
}
