import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { accountRoutes } from './account-routes.ts'
import type { ManageParts } from './manage-parts.ts'
import { storeRoutes } from './store-routes.ts'

/** What a file of routes works with. */
export type Surface = {
  parts: ManageParts
  /** Routes below `/stores/:storeId`. */
  store: ReturnType<typeof storeRoutes>
  /** Routes of a person, and of whoever has not signed in. */
  account: ReturnType<typeof accountRoutes>
  /** Puts things into the document, by their names. */
  publish: (...schemas: TSchema[]) => void
}

export function openSurface(app: FastifyInstance, parts: ManageParts): Surface {
  return {
    parts,
    store: storeRoutes(app, parts),
    account: accountRoutes(app, parts),
    publish: (...schemas) => {
      for (const schema of schemas) app.addSchema(schema)
    },
  }
}
