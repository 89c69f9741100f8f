import type { FastifyInstance, FastifyRequest } from 'fastify'
import { retryWhileUnavailable } from '../../db/retry-while-unavailable.ts'
import { AppError } from '../../errors.ts'
import { parseId, type StoreId } from '../../ids.ts'
import { PROVIDERS } from '../../payments/provider.ts'
import { type PaymentContext, receiveCallback } from '../../payments/receive-callback.ts'
import type { StoreCheck } from '../../stores/store-exists.ts'
import type { CountedCallback, PaymentCounters } from '../operations/payment-counters.ts'
import { createNetworkBuckets } from '../network-buckets.ts'

const KIB = 1024
const MAX_BYTES = 256 * KIB
/** Providers wait 5 to 20 s for a response, and retry without one. */
const DATABASE_TIMEOUT_MS = 4_000

/**
 * The callbacks of payment providers. They are authenticated by a signature over the raw body, so the body is not parsed
 * before that. An unknown store, an unknown provider and one that is not connected get the same response. Genuine callbacks
 * are not limited; all others are limited by network and together, before the first query.
 */
export async function paymentCallbacks(
  app: FastifyInstance,
  parts: PaymentContext & Pick<PaymentCounters, 'countCallback'> & { storeExists: StoreCheck },
): Promise<void> {
  const strangers = createNetworkBuckets({ perSecond: 5, burst: 100, together: { perSecond: 20, burst: 200 } })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_BYTES },
    async (_request: FastifyRequest, body: Buffer) => body,
  )

  app.post<{ Params: { provider: string; storeId: string } }>(
    '/:provider/:storeId',
    { bodyLimit: MAX_BYTES, schema: { hide: true } },
    async (request) => {
      const provider = PROVIDERS.find((name) => name === request.params.provider)
      const storeId = parseId<StoreId>('sto', request.params.storeId)
      if (!provider || !storeId) throw nothingHere()
      const callback = {
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        headers: request.raw.headersDistinct,
        query: new URLSearchParams(request.url.split('?').slice(1).join('?')),
        receivedAt: new Date(),
      }
      const isKnown = parts.connections.isKnown(storeId, provider)
      if (!isKnown) strangers.take(request.identity.address)
      try {
        const received = await retryWhileUnavailable(Date.now() + DATABASE_TIMEOUT_MS, async () => {
          if (!isKnown && !(await parts.storeExists(storeId))) throw nothingHere()
          return receiveCallback(parts, { storeId, provider, callback })
        })
        if (!isKnown) strangers.giveBack(request.identity.address)
        parts.countCallback(provider, received)
        return { received }
      } catch (error) {
        const result = resultOf(error)
        if (result) parts.countCallback(provider, result)
        if (isKnown && result === 'refused') strangers.take(request.identity.address)
        throw error
      }
    },
  )
}

/** Undefined for callbacks of stores that do not exist or are not connected: anyone can send these. */
function resultOf(error: unknown): CountedCallback | undefined {
  if (!(error instanceof AppError)) return 'failed'
  if (error.code === 'not_found' || error.code === 'rate_limited') return undefined
  return error.code === 'signature_invalid' ? 'refused' : 'failed'
}

function nothingHere(): AppError {
  return new AppError('not_found', 'There is nothing at this address')
}
