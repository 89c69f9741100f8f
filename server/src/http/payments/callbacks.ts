import type { FastifyInstance, FastifyRequest } from 'fastify'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import { AppError } from '../../errors.ts'
import { parseId, type StoreId } from '../../ids.ts'
import { PROVIDERS } from '../../payments/provider.ts'
import { type PaymentParts, receiveCallback } from '../../payments/receive-callback.ts'

const KIB = 1024
const MOST_BYTES = 256 * KIB
/** Providers wait for 5 to 20 s and come again when they got no answer. */
const DATABASE_TIMEOUT_MS = 4_000

/**
 * Where payment providers call. There is no key: who calls is told by the signature over the raw body, so nothing here
 * reads the body before that. An unknown store, an unknown provider and one that is not connected look alike.
 */
export async function paymentCallbacks(app: FastifyInstance, parts: PaymentParts): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MOST_BYTES },
    async (_request: FastifyRequest, body: Buffer) => body,
  )

  app.post<{ Params: { provider: string; storeId: string } }>(
    '/:provider/:storeId',
    { bodyLimit: MOST_BYTES, schema: { hide: true } },
    async (request) => {
      const provider = PROVIDERS.find((name) => name === request.params.provider)
      const storeId = parseId<StoreId>('sto', request.params.storeId)
      if (!provider || !storeId) throw new AppError('not_found', 'There is nothing at this address')
      const callback = {
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        headers: request.raw.headersDistinct,
        query: new URLSearchParams(request.url.split('?').slice(1).join('?')),
        receivedAt: new Date(),
      }
      const received = await retryWhileUnavailable(Date.now() + DATABASE_TIMEOUT_MS, () =>
        receiveCallback(parts, { storeId, provider, callback }),
      )
      return { received }
    },
  )
}
