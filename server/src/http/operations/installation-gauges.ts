import type { Registry } from 'prom-client'
import type { Installation } from '../../monitoring/read-installation.ts'

export type InstallationGauges = { show: (state: Installation) => void; clear: () => void }

type Read = Installation & { readAt: number }
/** By the value of the label, or one number. */
type Values = Record<string, number> | number | undefined
type Description = { name: string; help: string; label?: string; values: (read: Read) => Values }

const GAUGES: readonly Description[] = [
  {
    name: 'oldest_waiting_delivery_seconds',
    help: 'Age of the oldest delivery that its game server could run now',
    values: ({ oldestDeliverySeconds }) => oldestDeliverySeconds,
  },
  {
    name: 'dead_letters',
    help: 'Deliveries that wait for a decision of the staff',
    label: 'reason',
    values: ({ deadLetters }) => deadLetters,
  },
  {
    name: 'game_servers',
    help: 'Game servers: seen in the last ten minutes, silent since then, or never seen',
    label: 'state',
    values: ({ gameServers }) => gameServers,
  },
  {
    name: 'silent_servers_with_deliveries',
    help: 'Game servers that have been silent for ten minutes to seven days and have deliveries to fetch',
    values: ({ silentWithDeliveries }) => silentWithDeliveries,
  },
  {
    name: 'webhook_endpoints',
    help: 'Webhook endpoints: healthy, failing or disabled',
    label: 'state',
    values: ({ webhookEndpoints }) => webhookEndpoints,
  },
  {
    name: 'work_lag_seconds',
    help: 'For how long the oldest piece of background work has been due',
    label: 'work',
    values: ({ workLags }) => workLags,
  },
  { name: 'mails_waiting', help: 'E-mails that were not sent yet', values: ({ mails }) => mails?.count },
  {
    name: 'oldest_waiting_mail_seconds',
    help: 'Age of the oldest e-mail that was not sent yet',
    values: ({ mails }) => mails?.oldestSeconds,
  },
  {
    name: 'background_work_timestamp_seconds',
    help: 'When the process that does the background work last read the state of the installation',
    values: ({ readAt }) => readAt,
  },
]

/**
 * Gauges about all stores together. Only the process that does the background work fills them. While it is replaced, two
 * processes have them, so a parent serves the larger value and not the sum.
 */
export function createInstallationGauges(registry: Registry): InstallationGauges {
  let read: Read | undefined
  for (const { name: suffix, help, label, values } of GAUGES) {
    const name = `quartermaster_${suffix}`
    const gauge = { name, help, type: 'gauge', aggregator: 'max' }
    registry.registerMetric({
      ...gauge,
      get: async () => ({ ...gauge, values: read ? toSamples(values(read), label) : [] }),
    } as unknown as Parameters<Registry['registerMetric']>[0])
  }
  return {
    show: (state) => (read = { ...state, readAt: Date.now() / 1_000 }),
    clear: () => (read = undefined),
  }
}

function toSamples(values: Values, label = ''): { labels: Record<string, string>; value: number }[] {
  if (values === undefined) return []
  if (typeof values === 'number') return [{ labels: {}, value: values }]
  return Object.entries(values).map(([text, value]) => ({ labels: { [label]: text }, value }))
}
