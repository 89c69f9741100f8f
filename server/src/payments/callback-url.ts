import { formatId, type StoreId } from '../ids.ts'
import type { ProviderName } from './provider.ts'

/** The address to which a provider sends callbacks. */
export function callbackUrl(
  publicUrl: string,
  { storeId, provider }: { storeId: StoreId; provider: ProviderName },
): string {
  return `${publicUrl}/api/payments/1.0/${provider}/${formatId('sto', storeId)}`
}
