import { formatId, type StoreId } from '../ids.ts'
import type { ProviderName } from './provider.ts'

/** Where a provider tells what became of payments. */
export function callbackUrl(
  publicUrl: string,
  { storeId, provider }: { storeId: StoreId; provider: ProviderName },
): string {
  return `${publicUrl}/api/payments/1.0/${provider}/${formatId('sto', storeId)}`
}
