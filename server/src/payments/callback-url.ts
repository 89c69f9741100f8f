import { isIP } from 'node:net'
import { isLoopbackName } from '../host-name.ts'
import { formatId, type StoreId } from '../ids.ts'
import { isPublicAddress } from '../webhooks/sending/public-address.ts'
import type { ProviderName } from './provider.ts'

/** The address to which a provider sends callbacks. */
export function callbackUrl(
  apiUrl: string,
  { storeId, provider }: { storeId: StoreId; provider: ProviderName },
): string {
  return `${apiUrl}/api/payments/1.0/${provider}/${formatId('sto', storeId)}`
}

/** Whether a provider can call this address: HTTPS, and not a machine of this network. */
export function isReachableUrl(apiUrl: string): boolean {
  const { protocol, hostname } = new URL(apiUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  return protocol === 'https:' && (isIP(host) === 0 ? !isLoopbackName(host) : isPublicAddress(host))
}
