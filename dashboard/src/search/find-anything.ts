import type { Manage } from '@quartermaster/sdk'
import { api } from '../api/client.ts'
import { hasCode } from '../api/problems.ts'
import type { Permission } from '../shell/store-context.ts'

type Found = { players: Manage.PlayerSummary[]; orders: Manage.CheckoutSummary[]; deliveries: Manage.DeliverySummary[] }
type Wanted = { storeId: string; text: string; permissions: Permission[] }

const MOST = 10

/** A player by the beginning of their name; an order by its id, reference or payment; a delivery by its id. */
export async function findAnything({ storeId, text, permissions }: Wanted): Promise<Found> {
  const may = (permission: Permission) => permissions.includes(permission)
  const isDelivery = text.startsWith('cmd_')
  const [players, orders, delivery] = await Promise.all([
    may('players:read') && !isDelivery ? api.listPlayers({ storeId, search: text, limit: MOST }) : undefined,
    may('checkouts:read') && !isDelivery ? api.listCheckouts({ storeId, search: text, limit: MOST }) : undefined,
    may('deliveries:read') && isDelivery ? findDelivery(storeId, text) : undefined,
  ])
  return { players: players?.items ?? [], orders: orders?.items ?? [], deliveries: delivery ? [delivery] : [] }
}

async function findDelivery(storeId: string, deliveryId: string): Promise<Manage.Delivery | undefined> {
  try {
    return await api.getDelivery({ storeId, deliveryId })
  } catch (error) {
    if (hasCode(error, 'not_found', 'invalid_request')) return undefined
    throw error
  }
}
