import type { Tx } from '../../../db/database.ts'
import type { StoreId } from '../../../ids.ts'
import { listConnections } from '../../../payments/connections/list-connections.ts'
import { type ProviderName, PROVIDERS } from '../../../payments/provider.ts'

/** The ways to pay, in the order in which buyers see them. */
export async function listProviders(tx: Tx, storeId: StoreId): Promise<ProviderName[]> {
  const connected = await listConnections(tx, storeId)
  return PROVIDERS.filter((name) => connected.some(({ provider }) => provider === name))
}
