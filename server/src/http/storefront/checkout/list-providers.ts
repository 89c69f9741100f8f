import type { Tx } from '../../../db/database.ts'
import type { StoreId } from '../../../ids.ts'
import { listConnections } from '../../../payments/connections/list-connections.ts'
import type { Payments } from '../../../payments/create-payments.ts'
import { type ProviderName, PROVIDERS } from '../../../payments/provider.ts'
import type { BasketView } from '../../../storefront/baskets/read-basket.ts'

/** The ways to pay, in the order in which buyers see them. */
export async function listProviders(tx: Tx, storeId: StoreId): Promise<ProviderName[]> {
  const connected = await listConnections(tx, storeId)
  return PROVIDERS.filter((name) => connected.some(({ provider }) => provider === name))
}

type Connected = { storeId: StoreId; connected: ProviderName[]; isRenewed: boolean }

export function hasSubscription({ lines }: BasketView): boolean {
  return lines.some(({ billingPeriod }) => billingPeriod !== null)
}

/** The ways to pay: a subscription needs a provider that charges renewals. */
export async function keepRenewing(
  { connections }: Payments,
  { storeId, connected, isRenewed }: Connected,
): Promise<ProviderName[]> {
  if (!isRenewed) return connected
  const found = await Promise.all(connected.map((name) => connections.find(storeId, name)))
  return connected.filter((_name, i) => found[i]?.subscriptions !== undefined)
}
