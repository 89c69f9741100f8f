import type { FastifyInstance, FastifyReply } from 'fastify'
import { type CheckoutProgress, readCheckoutProgress } from '../../checkouts/read/read-checkout-progress.ts'
import { AppError } from '../../errors.ts'
import { type CheckoutId, parseId, type StoreId } from '../../ids.ts'
import type { PaymentContext } from '../../payments/receive-callback.ts'
import { readReturnUrl } from '../../payments/return-url.ts'
import { runSandboxAction, SANDBOX_ACTIONS } from '../../payments/sandbox/run-sandbox-action.ts'
import type { StoreHosts } from '../../stores/hosts/store-hosts.ts'
import type { StoreCheck } from '../../stores/store-exists.ts'
import { acceptForms } from '../storefront/accept-forms.ts'
import { createNetworkBuckets } from '../network-buckets.ts'
import { progressPage } from './progress-page.ts'
import { sandboxPage } from './sandbox-page.ts'

/** No scripts, images or frames. Browsers apply `form-action` to redirects too, so it names the page to return to. */
const policy = (returnUrl: string | null) =>
  `default-src 'none'; style-src 'unsafe-inline'; form-action ${["'self'", ...originsOf(returnUrl)].join(' ')}; base-uri 'none'; frame-ancestors 'none'`

/** A store can send the buyer on to the website of its owner, which is named in the URL. */
function originsOf(returnUrl: string | null): string[] {
  const url = URL.parse(returnUrl ?? '')
  const last = URL.parse(url?.searchParams.get('to') ?? '')
  return [url, last].flatMap((each) => each?.origin ?? [])
}

type Params = { Params: { storeId: string; checkoutId: string } }

/** The pages that a buyer sees here: the progress of an order, and the payment page of a test store. */
export async function payPages(
  app: FastifyInstance,
  parts: PaymentContext & { storeExists: StoreCheck; hosts: StoreHosts },
): Promise<void> {
  // A page reloads itself every three seconds, and many buyers can share an address.
  const visitors = createNetworkBuckets({ perSecond: 5, burst: 60 })
  const strangers = createNetworkBuckets({ perSecond: 5, burst: 60, together: { perSecond: 20, burst: 200 } })
  app.addHook('onRequest', async ({ identity: { address } }) => {
    visitors.take(address)
    strangers.take(address)
  })
  app.addHook('onResponse', async ({ identity: { address } }, { statusCode }) => {
    if (statusCode < 400) strangers.giveBack(address)
  })
  // The host of a store shows the orders of this store only.
  app.addHook<{ Params: Params['Params'] }>('onRequest', async ({ identity, params }) => {
    const storeId = parts.hosts.findStoreByHost(identity.hostName)
    if (storeId !== undefined && parseId('sto', params.storeId) !== storeId)
      throw new AppError('not_found', 'There is no such order')
  })
  acceptForms(app)
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policy(null))
    reply.header('referrer-policy', 'no-referrer')
  })
  const options = { schema: { hide: true } }

  async function readProgress(params: Params['Params']): Promise<CheckoutProgress> {
    const ids = idsOf(params)
    if (!(await parts.storeExists(ids.storeId))) throw new AppError('not_found', 'There is no such order')
    return readCheckoutProgress(parts.db, ids)
  }

  app.get<Params>('/:storeId/:checkoutId', options, async (request, reply) =>
    send(reply, progressPage(await readProgress(request.params))),
  )
  app.get<Params>('/sandbox/:storeId/:checkoutId', options, async (request, reply) => {
    const progress = await readProgress(request.params)
    if (!progress.isTest) throw new AppError('not_found', 'There is nothing at this address')
    reply.header('content-security-policy', policy(await readReturnUrl(parts.db, idsOf(request.params))))
    return send(reply, progress.state === 'open' ? sandboxPage(progress) : progressPage(progress))
  })
  app.post<Params>('/sandbox/:storeId/:checkoutId', options, async (request, reply) => {
    const ids = idsOf(request.params)
    const chosen = request.body instanceof URLSearchParams ? request.body.get('action') : null
    const action = SANDBOX_ACTIONS.find((known) => known === chosen)
    if (!action) throw new AppError('invalid_request', `Choose one of ${SANDBOX_ACTIONS.join(', ')}`)
    await runSandboxAction(parts, { ...ids, action })
    const { storeId, checkoutId } = request.params
    if (action === 'decline') return reply.redirect(request.url, 303)
    return reply.redirect((await readReturnUrl(parts.db, ids)) ?? `/pay/${storeId}/${checkoutId}`, 303)
  })
}

function idsOf(params: Params['Params']): { storeId: StoreId; checkoutId: CheckoutId } {
  const storeId = parseId<StoreId>('sto', params.storeId)
  const checkoutId = parseId<CheckoutId>('chk', params.checkoutId)
  if (!storeId || !checkoutId) throw new AppError('not_found', 'There is no such order')
  return { storeId, checkoutId }
}

function send(reply: FastifyReply, page: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(page)
}
