import { createMercadopago } from '../../src/payments/mercadopago/mercadopago.ts'
import { type ApiBehaviour, type Request, serveMercadopago } from './fake-mercadopago-api.ts'
import { openBooks, type Payment } from './fake-mercadopago-books.ts'
import { openOutbox, signMercadopago } from './fake-mercadopago-notices.ts'
import type { Behaviour, FakeProvider } from './fake-provider.ts'

const CREDENTIALS = {
  accessToken: 'APP_USR-4410287713940012-061200-5d2c7f0be81a4966b3d1a7720c94e85f-77120099',
  webhookSecret: '3f0a9d5be2c84716a0d9e4b7c1f2a865d03b7e9142cf58a6be70d1934ac2f6e8',
}
const OTHER_CREDENTIALS = {
  accessToken: 'APP_USR-9920187713940077-061200-0b7e5f4cd91a4b66a2d1f7730c95e86a-66330011',
  webhookSecret: '90ce1fb7a2d84b51c3f6e0d4a7981b2537fe60c9d2ab41e8f57c03b9e6d1a482',
}

/** What only MercadoPago does. */
export type FakeMercadopago = FakeProvider & {
  /** The buyer is shown a PIX code; `pay` pays it. */
  startPix: (pageRef: string) => number
  /** Pays although the page was paid, as with two browser windows. */
  payAgain: (pageRef: string) => Promise<number>
  mediate: (pageRef: string) => Promise<void>
  chargebackOf: (pageRef: string) => string
  lagSearch: (remembered: ApiBehaviour['remembered']) => void
  change: (paymentId: number, change: Partial<Payment>) => void
  requests: Request[]
}

export async function startFakeMercadopago(): Promise<FakeMercadopago> {
  const books = openBooks()
  let behaviour: Behaviour = {}
  let remembered: ApiBehaviour['remembered']
  const outbox = openOutbox(() => behaviour)
  const tell = (payment: Payment) => outbox.add(noticeOf(payment, books.nextMoment()))
  const timeLimitMs = 1_500
  const server = await serveMercadopago(books, {
    accessToken: CREDENTIALS.accessToken,
    behaviour: () => ({ ...behaviour, ...(remembered && { remembered }) }),
    tell: (payment) => void tell(payment),
  })

  async function become(payment: Payment, status: string, statusDetail: string): Promise<void> {
    if (status === 'approved') payment.approvedAt ??= books.nextMoment()
    payment.status = status
    payment.statusDetail = statusDetail
    await tell(payment)
  }

  function paidOf(pageRef: string): Payment {
    const paid = books.paymentsOf(pageRef).find(({ approvedAt }) => approvedAt !== null)
    if (!paid) throw new Error('Nobody has paid this page')
    return paid
  }

  return {
    provider: createMercadopago({ apiUrl: server.url, timeLimitMs }),
    url: server.url.origin,
    credentials: CREDENTIALS,
    otherCredentials: OTHER_CREDENTIALS,
    currencies: ['BRL', 'CLP', 'UYU'],
    timeLimitMs,
    signsBody: false,
    made: outbox.made,
    requests: server.requests,
    behave: (next) => (behaviour = next),
    lagSearch: (next) => (remembered = next),
    release: () => outbox.release(),
    close: () => server.close(),
    async pay(pageRef, change) {
      const waiting = books.paymentsOf(pageRef).find(({ status }) => status === 'pending')
      const page = books.page(pageRef)
      if (!waiting && Date.parse(page.expiration_date_to ?? '') < Date.now()) throw new Error('The page has run out')
      await become(waiting ?? books.startPayment(page, change), 'approved', 'accredited')
    },
    async payAgain(pageRef) {
      const payment = books.startPayment(books.page(pageRef))
      await become(payment, 'approved', 'accredited')
      return payment.id
    },
    startPix: (pageRef) => books.startPayment(books.page(pageRef)).id,
    async decline(pageRef) {
      await become(books.startPayment(books.page(pageRef)), 'rejected', 'cc_rejected_insufficient_amount')
    },
    async runOut(pageRef) {
      books.page(pageRef).expiration_date_to = new Date(Date.now() - 3_600_000).toISOString()
    },
    async refund(pageRef, amountMinor) {
      books.giveBack(paidOf(pageRef), amountMinor)
      await tell(paidOf(pageRef))
    },
    async dispute(pageRef, to) {
      const payment = paidOf(pageRef)
      books.chargebacks.set(chargebackId(payment), payment)
      await become(payment, 'charged_back', { open: 'in_process', won: 'reimbursed', lost: 'settled' }[to])
    },
    mediate: (pageRef) => become(paidOf(pageRef), 'in_mediation', 'pending'),
    chargebackOf: (pageRef) => chargebackId(paidOf(pageRef)),
    change: (paymentId, change) => void Object.assign(books.payment(String(paymentId)), change),
    refundedOf: (pageRef) => books.paymentsOf(pageRef).reduce((sum, { refundedMinor }) => sum + refundedMinor, 0),
    async sign(body, { secretOf = CREDENTIALS, at = new Date(), url = 'https://shop.example/callback' } = {}) {
      const { 'data.id': dataId = '0', type = 'payment' } = Object.fromEntries(new URL(url).searchParams)
      const secret = secretOf['webhookSecret'] ?? ''
      return signMercadopago(body, { secret, at, url, dataId, type, ...namedBy(body) })
    },
  }
}

function noticeOf(payment: Payment, at: Date) {
  const dataId = String(payment.id)
  const body = JSON.stringify({
    action: payment.status === 'pending' ? 'payment.created' : 'payment.updated',
    api_version: 'v1',
    data: { id: dataId },
    date_created: at.toISOString(),
    id: at.getTime(),
    live_mode: true,
    type: 'payment',
    user_id: '77120099',
  })
  const { webhookSecret: secret } = CREDENTIALS
  return signMercadopago(body, { secret, at, url: payment.preference.notification_url, dataId, type: 'payment' })
}

/** What a body says it is about, if it says so: MercadoPago repeats it in the address, and signs it there. */
function namedBy(body: string): { dataId?: string; type?: string } {
  try {
    const { data, type } = JSON.parse(body) as { data?: { id?: unknown }; type?: unknown }
    const id = data?.id
    return {
      ...((typeof id === 'string' || typeof id === 'number') && { dataId: String(id) }),
      ...(typeof type === 'string' && { type }),
    }
  } catch {
    return {}
  }
}

/** As long as real ones: more digits than a JSON number keeps. */
function chargebackId({ id }: Payment): string {
  return `21700000${id}`
}
