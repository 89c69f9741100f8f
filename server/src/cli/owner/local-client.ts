import Fastify, { type FastifyInstance } from 'fastify'
import { createManageClient } from '@quartermaster/sdk'
import { COMMAND_LINE } from '../../access/member.ts'
import { storeOfCheckout } from '../../checkouts/read/store-of-checkout.ts'
import type { Config } from '../../config/config.ts'
import type { Database, ReaderDb } from '../../db/database.ts'
import { storeOfDelivery } from '../../delivery/read/store-of-delivery.ts'
import { storeOfServer } from '../../game-servers/store-of-server.ts'
import { openManagement } from '../../http/manage/manage-parts.ts'
import { createIdentify, identifyRequests } from '../../http/origins/request-identity.ts'
import { MANAGE, manage } from '../../http/manage/routes.ts'
import {
  type CheckoutId,
  type DeliveryId,
  type EndpointId,
  formatId,
  type GameServerId,
  parseId,
  type StoreId,
} from '../../ids.ts'
import { createPayments } from '../../payments/create-payments.ts'
import { storeOfEndpoint } from '../../webhooks/endpoints/endpoint.ts'
import { withDatabase } from '../operator/with-database.ts'
import { findOnlyStore, type StoreClient } from './store-client.ts'

/** A player id can be 255 characters long, each of which is up to 12 characters in a URL. */
const MAX_PARAM_LENGTH = 3_000

/**
 * Runs the management API in this process, on the database of DATABASE_URL. Nothing listens: requests are injected,
 * and the command line is their principal.
 */
export async function withLocalClient<T>(work: (client: StoreClient) => Promise<T>): Promise<T> {
  return withDatabase(async (database, config) => {
    // Throws the error of the database. Behind a request it would be a 503 after several seconds of retries.
    await database.app.selectFrom('stores').select('id').limit(1).execute()
    let bug: unknown
    const app = await buildManage(database, config, (error) => (bug = error))
    try {
      return await work(createLocalClient(app, database.reader))
    } catch (error) {
      // The API hides errors that it does not expect. On this machine they are worth more than a 500.
      throw bug ?? error
    } finally {
      await app.close()
    }
  })
}

async function buildManage(database: Database, config: Config, onBug: (error: unknown) => void) {
  const app = Fastify({ routerOptions: { maxParamLength: MAX_PARAM_LENGTH }, exposeHeadRoutes: false })
  identifyRequests(app, createIdentify(config))
  await app.register(manage, {
    prefix: MANAGE,
    ...openManagement(database, createPayments(database.app, config), config),
    logger: { error: ({ err }: { err?: unknown }) => onBug(err), warn: () => undefined },
    principal: COMMAND_LINE,
  })
  return app
}

function createLocalClient(app: FastifyInstance, reader: ReaderDb): StoreClient {
  const client = createManageClient({ url: 'http://command-line', retries: 0, fetch: createInjectingFetch(app) })
  const listStores = () => client.listAllStores.each()
  return {
    manage: client,
    listStores,
    findStore: async (id) =>
      id === undefined ? findOnlyStore(listStores()) : formatId('sto', await storeOf(reader, id)),
  }
}

/** A `fetch` that needs no network: the application handles the request in this process. */
export function createInjectingFetch(app: FastifyInstance): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const payload = Buffer.from(await request.arrayBuffer())
    // Nothing is sent twice here, and stores without SECRET_KEYS refuse some requests that have such a key.
    request.headers.delete('idempotency-key')
    const response = await app.inject({
      method: request.method as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(request.headers),
      ...(payload.length > 0 && { payload }),
    })
    const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
    return new Response(response.body === '' ? null : response.body, { status: response.statusCode, headers })
  }
}

/** Ids are unique across stores, so a command that names a server or a delivery needs no --store. */
async function storeOf(reader: ReaderDb, id: string): Promise<StoreId> {
  const serverId = parseId<GameServerId>('srv', id)
  if (serverId) return storeOfServer(reader, serverId)
  const checkoutId = parseId<CheckoutId>('chk', id)
  if (checkoutId) return storeOfCheckout(reader, checkoutId)
  const deliveryId = parseId<DeliveryId>('cmd', id)
  if (deliveryId) return storeOfDelivery(reader, deliveryId)
  const endpointId = parseId<EndpointId>('whe', id)
  if (endpointId) return storeOfEndpoint(reader, endpointId)
  throw new Error(`The store of ${id} cannot be found by this id`)
}
