import type { StoreId } from '../../ids.ts'
import { callbackUrl } from '../callback-url.ts'
import type { Payments } from '../create-payments.ts'
import type { ProviderName } from '../provider.ts'
import { openCredentials } from './open-credentials.ts'
import { requireMode } from './require-mode.ts'

/** Asks the provider whether it still accepts the credentials of a store. Throws what is wrong. */
export async function checkConnection(
  payments: Payments,
  { storeId, provider: name }: { storeId: StoreId; provider: ProviderName },
): Promise<void> {
  const { credentials, storeMode } = await openCredentials(payments, { storeId, provider: name })
  const provider = await payments.connections.provider(name)
  requireMode(provider.modeOf(credentials), { provider: name, storeMode })
  const address = callbackUrl(payments.apiUrl, { storeId, provider: name })
  const mode = await provider.checkAccount(credentials, { callbackUrl: address })
  requireMode(mode, { provider: name, storeMode })
}
