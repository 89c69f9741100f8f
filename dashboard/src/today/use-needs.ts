import type { Manage } from '@quartermaster/sdk'
import { useQuery } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { useMay } from '../shell/store-context.ts'
import { waitingQuery } from '../shell/waiting-count.ts'

const REFRESH_MS = 30_000
/** Enough to count; the screen of each kind lists all of them. */
const LIMIT = 20

type SilentServer = Manage.Statistics['queue']['silentServers'][number]

export type Need =
  | { kind: 'letter'; key: string; letter: Manage.DeadLetter }
  | { kind: 'server'; key: string; server: SilentServer & { lastSeenAt: string } }
  | { kind: 'payment'; key: string; payment: Manage.ParkedPayment }
  | { kind: 'webhook'; key: string; endpoint: Manage.WebhookEndpoint }
  | { kind: 'dispute'; key: string; checkout: Manage.CheckoutSummary }

/** What staff have to look at, the most urgent first. Undefined until everything was read. */
export function useNeeds(storeId: string, silentServers: SilentServer[] | undefined): Need[] | undefined {
  const list = <Item>(name: string, mayRead: boolean, read: () => Promise<{ items: Item[] }>) => ({
    queryKey: [name, { storeId }, 'needs'],
    queryFn: read,
    enabled: mayRead,
    refetchInterval: REFRESH_MS,
  })
  const input = { storeId, limit: LIMIT }
  const letters = useQuery({
    ...waitingQuery(storeId),
    enabled: useMay('deliveries:read'),
    refetchInterval: REFRESH_MS,
  })
  const payments = useQuery(list('parked-payments', useMay('payments:read'), () => api.listParkedPayments(input)))
  const webhooks = useQuery(list('webhooks', useMay('webhooks:read'), () => api.listWebhooks(input)))
  const disputes = useQuery(
    list('checkouts', useMay('checkouts:read'), () => api.listCheckouts({ ...input, state: 'disputed' })),
  )
  if ([letters, payments, webhooks, disputes].some(({ isLoading }) => isLoading)) return undefined

  // A server that has never called is being set up. Its deliveries are listed if there are any.
  const silent = (silentServers ?? []).flatMap((server) =>
    server.lastSeenAt === null ? [] : { ...server, lastSeenAt: server.lastSeenAt },
  )
  const isCovered = ({ reason, serverId }: Manage.DeadLetter) =>
    reason === 'server_silent' && silent.some(({ id }) => id === serverId)
  return [
    ...(letters.data?.items ?? [])
      .filter((letter) => !isCovered(letter))
      .map((letter) => ({ kind: 'letter', key: letter.id, letter }) as const),
    ...silent.map((server) => ({ kind: 'server', key: server.id, server }) as const),
    ...(disputes.data?.items ?? []).map((checkout) => ({ kind: 'dispute', key: checkout.id, checkout }) as const),
    ...(payments.data?.items ?? []).map((payment) => ({ kind: 'payment', key: payment.id, payment }) as const),
    ...(webhooks.data?.items ?? [])
      .filter(({ failingSince, disabledReason }) => failingSince !== null || isBroken(disabledReason))
      .map((endpoint) => ({ kind: 'webhook', key: endpoint.id, endpoint }) as const),
  ]
}

function isBroken(reason: Manage.WebhookEndpoint['disabledReason']): boolean {
  return reason === 'gone' || reason === 'failing'
}
