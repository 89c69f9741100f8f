import { api } from '../api/client.ts'

export type ProviderName = Parameters<typeof api.startProviderSignIn>[0]['provider']
type Purpose = 'sign-in' | 'connect'
const STORED = 'provider'

/** Sends the browser to the provider. It comes back to `/account/provider/…`, where the ticket is needed. */
export async function startProvider(provider: ProviderName, purpose: Purpose): Promise<void> {
  const start = purpose === 'sign-in' ? api.startProviderSignIn : api.startSignInProviderConnection
  const { url, ticket } = await start({ provider })
  sessionStorage.setItem(STORED, JSON.stringify({ ticket, purpose }))
  location.assign(url)
}

/** Each ticket is used once. */
export function takeTicket(): { ticket: string; purpose: Purpose } | undefined {
  const stored = sessionStorage.getItem(STORED)
  sessionStorage.removeItem(STORED)
  return stored === null ? undefined : (JSON.parse(stored) as { ticket: string; purpose: Purpose })
}
