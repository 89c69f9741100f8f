import type { FastifyInstance } from 'fastify'
import { setCompilers } from '../json-api/set-compilers.ts'
import { accountRoutes } from './account-routes.ts'
import type { ManageParts } from './manage-parts.ts'
import { storeRoutes } from './store-routes.ts'

/** What a file of routes registers them with. */
export type ManageApi = {
  parts: ManageParts
  /** Registers routes below `/stores/:storeId`. */
  store: ReturnType<typeof storeRoutes>
  /** Registers routes of accounts, and of callers who have not signed in. */
  account: ReturnType<typeof accountRoutes>
}

export function createManageApi(app: FastifyInstance, parts: ManageParts): ManageApi {
  setCompilers(app)
  return { parts, store: storeRoutes(app, parts), account: accountRoutes(app, parts) }
}
