import { buildRequest, createCall } from '../create-call.ts'
import { type ClientOptions, createConnection } from '../store-connection.ts'
import { MANAGE_CALLS, type ManageCalls } from './manage-calls.ts'

export type ManageOptions = Omit<ClientOptions, 'key' | 'scheme'> & {
  /** An API token of a store (`qmt_…`) or a session (`qms_…`). Without it, only calls that need no sign-in work. */
  token?: string
}

/** One function per operation of the management interface, named by its operation id in the OpenAPI document. */
export type ManageClient = ManageCalls

export function createManageClient({ token, ...options }: ManageOptions): ManageClient {
  const connection = createConnection({ ...options, key: token })
  const calls = Object.entries(MANAGE_CALLS).map(([name, shape]) => [name, createCall(connection, shape)])
  return Object.fromEntries(calls) as ManageClient
}

/** Method, path with its query, and body, to show or to send by other means. */
export type ManageRequest = { method: string; path: string; body?: unknown }

/** The request that a call of the client sends. */
export function manageRequest<Name extends keyof ManageCalls>(
  name: Name,
  ...[input]: Parameters<ManageCalls[Name]>
): ManageRequest {
  return buildRequest(MANAGE_CALLS[name], { ...input })
}
