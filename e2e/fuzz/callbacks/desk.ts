import { randomUUID } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { type CheckoutId, formatId } from '../../../server/src/ids.ts'
import { PROVIDERS, type ProviderName } from '../../../server/src/payments/provider.ts'
import { signSandboxCallback } from '../../../server/src/payments/sandbox/sandbox-callback.ts'
import type { FakeProvider } from '../../../server/test/providers/fake-provider.ts'
import type { CallbackParts } from './callback-parts.ts'
import type { Shop, World } from './open-world.ts'

/** Something that a provider has to tell and has not told: a checkout was paid. */
export type News = { checkoutId: CheckoutId; eventId: string; url: string; body: string }

/** A provider and the store that it works for. */
export type Desk = {
  provider: ProviderName
  path: string
  /** Of the other store at the same provider. */
  otherPath: string
  secret: string
  otherSecret: string
  /** What belongs to the account and is not what callbacks are signed with. */
  notSecrets: string[]
  /** A buyer opens a checkout and pays; the provider keeps its callbacks to itself. One of them is to be told. */
  sell: () => Promise<News>
  sign: (news: News, change?: { secret?: string; at?: Date }) => Promise<CallbackParts>
}

export function openDesks(world: World): Record<ProviderName, Desk> {
  const { stripe, mercadopago, paypal } = world.outside.fakes
  let paypalSales = 0
  return {
    sandbox: sandboxDesk(world),
    stripe: fakeDesk(world, {
      provider: 'stripe',
      fake: stripe,
      pay: async (pageRef) => {
        const made = await newsOf(stripe, () => stripe.pay(pageRef))
        return made.filter(({ body }) => body.includes('"checkout.session.completed"'))
      },
    }),
    mercadopago: fakeDesk(world, {
      provider: 'mercadopago',
      fake: mercadopago,
      pay: (pageRef) => newsOf(mercadopago, () => mercadopago.pay(pageRef)),
    }),
    paypal: fakeDesk(world, {
      provider: 'paypal',
      fake: paypal,
      pay: async (pageRef) => {
        const approved = await newsOf(paypal, () => paypal.pay(pageRef))
        if (paypalSales++ % 2 === 0) return approved
        // Every second payment has been collected already: its callback is believed without asking.
        return newsOf(paypal, async () => void (await paypal.provider.connect(paypal.credentials).ask({ pageRef })))
      },
    }),
  }
}

type Told = FakeProvider['made']

async function newsOf({ made }: FakeProvider, act: () => Promise<void>): Promise<Told> {
  const before = made.length
  await act()
  while (made.length === before) await breathe()
  return made.slice(before)
}

function fakeDesk(
  world: World,
  { provider, fake, pay }: { provider: ProviderName; fake: FakeProvider; pay: (pageRef: string) => Promise<Told> },
): Desk {
  const secretIn = ({ webhookSecret, webhookId }: Record<string, string>) => webhookSecret ?? webhookId ?? ''
  const path = pathOf(provider, world.live)
  return {
    provider,
    path,
    otherPath: pathOf(provider, world.otherLive),
    secret: secretIn(fake.credentials),
    otherSecret: secretIn(fake.otherCredentials),
    notSecrets: Object.values(fake.credentials).filter((value) => value !== secretIn(fake.credentials)),
    async sell() {
      const { checkoutId, pageRef } = await world.open(world.live, provider)
      const [told] = await pay(pageRef)
      if (!told) throw new Error(`${provider} has nothing to tell`)
      return { checkoutId, eventId: '', url: told.url, body: withNote(told.body) }
    },
    async sign({ url, body }, { secret, at = new Date() } = {}) {
      const secretOf = secret === undefined ? {} : { secretOf: { webhookSecret: secret, webhookId: secret } }
      const signed = await fake.sign(body, { at, url, ...secretOf })
      const query = new URL(signed.url).search.slice(1)
      return { provider, path, query, headers: Object.entries(signed.headers), body: Buffer.from(body) }
    },
  }
}

function sandboxDesk(world: World): Desk {
  const provider = 'sandbox'
  const path = pathOf(provider, world.test)
  const secretOf = ({ credentials }: Shop) => credentials.get(provider)?.['secret'] ?? ''
  return {
    provider,
    path,
    otherPath: pathOf(provider, world.otherTest),
    secret: secretOf(world.test),
    otherSecret: secretOf(world.otherTest),
    notSecrets: [formatId('sto', world.test.storeId), 'f1'],
    async sell() {
      const { checkoutId } = await world.open(world.test, provider)
      const data = {
        storeId: formatId('sto', world.test.storeId),
        checkoutId: formatId('chk', checkoutId),
        paid: { amountMinor: 1990, currency: 'BRL' },
        refundedMinor: 0,
        dispute: 'none',
        closed: false,
      }
      const body = withNote(JSON.stringify({ type: 'payment.paid', data }))
      return { checkoutId, eventId: randomUUID(), url: '', body }
    },
    async sign({ eventId, body }, { secret = secretOf(world.test), at = new Date() } = {}) {
      const signedAt = String(Math.floor(at.getTime() / 1000))
      const headers = Object.entries({
        'content-type': 'application/json',
        'webhook-id': eventId,
        'webhook-timestamp': signedAt,
        'webhook-signature': signSandboxCallback(secret, { eventId, signedAt, body }),
      })
      return { provider, path, query: '', headers, body: Buffer.from(body) }
    },
  }
}

/** Free text as buyers write it. The character is what careless decoding makes of bytes that are no text. */
function withNote(body: string): string {
  return body.replace('{', '{"note":"Zoë \ufffd",')
}

function pathOf(provider: ProviderName, { storeId }: Shop): string {
  return `/api/payments/1.0/${provider}/${formatId('sto', storeId)}`
}

/** The same address for another provider. */
export function pathsOfOthers(path: string): string[] {
  return PROVIDERS.map((name) => path.replace(/[^/]+(?=\/sto_)/, name)).filter((other) => other !== path)
}
