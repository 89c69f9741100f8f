import { createCall } from '../create-call.ts'
import { type ClientOptions, createConnection } from '../store-connection.ts'
import { STOREFRONT_CALLS, type StorefrontCalls } from './storefront-calls.ts'

export type StorefrontOptions = Omit<ClientOptions, 'key' | 'scheme'>

/** One function per operation of the storefront API. `url` is the host of a store. Baskets and orders need their `token`. */
export type StorefrontClient = StorefrontCalls

export function createStorefrontClient(options: StorefrontOptions): StorefrontClient {
  const connection = createConnection(options)
  const calls = Object.entries(STOREFRONT_CALLS).map(([name, shape]) => [name, createCall(connection, shape)])
  return Object.fromEntries(calls) as StorefrontClient
}
