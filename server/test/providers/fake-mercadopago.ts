import { createMercadopago } from '../../src/payments/mercadopago/mercadopago.ts'
import { type ApiBehaviour, type Request, startMercadopagoServer } from './fake-mercadopago-api.ts'
import { createMercadopagoRecords, type Payment } from './fake-mercadopago-records.ts'
import { createCallbackSender, signMercadopago } from './fake-mercadopago-callbacks.ts'
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
  openMediation: (pageRef: string) => Promise<void>
  chargebackOf: (pageRef: string) => string
  setSearchLag: (remembered: ApiBehaviour['remembered']) => void
  change: (paymentId: number, change: Partial<Payment>) => void
  requests: Request[]
}

export async function startFakeMercadopago(): Promise<FakeMercadopago> {
  const records = createMercadopagoRecords()
  let behaviour: Behaviour = {}
  let remembered: ApiBehaviour['remembered']
  const callbackSender = createCallbackSender(() => behaviour)
  const tell = (payment: Payment) => callbackSender.add(noticeOf(payment, records.nextMoment()))
  const requestTimeoutMs = 1_500
  const server = await startMercadopagoServer(records, {
    accessToken: CREDENTIALS.accessToken,
    behaviour: () => ({ ...behaviour, ...(remembered && { remembered }) }),
    tell: (payment) => void tell(payment),
  })

  async function become(payment: Payment, status: string, statusDetail: string): Promise<void> {
    if (status === 'approved') payment.approvedAt ??= records.nextMoment()
    payment.status = status
    payment.statusDetail = statusDetail
    await tell(payment)
  }

  function paidOf(pageRef: string): Payment {
    const paid = records.findPaymentsByReference(pageRef).find(({ approvedAt }) => approvedAt !== null)
    if (!paid) throw new Error('Nobody has paid this page')
    return paid
  }

  return {
    provider: createMercadopago({ apiUrl: server.url, requestTimeoutMs }),
    url: server.url.origin,
    credentials: CREDENTIALS,
    otherCredentials: OTHER_CREDENTIALS,
    currencies: ['BRL', 'CLP', 'UYU'],
    requestTimeoutMs,
    signsBody: false,
    made: callbackSender.made,
    requests: server.requests,
    behave: (next) => (behaviour = next),
    setSearchLag: (next) => (remembered = next),
    release: () => callbackSender.release(),
    close: () => server.close(),
    async pay(pageRef, change) {
      const waiting = records.findPaymentsByReference(pageRef).find(({ status }) => status === 'pending')
      const page = records.page(pageRef)
      if (!waiting && Date.parse(page.expiration_date_to ?? '') < Date.now()) throw new Error('The page has run out')
      await become(waiting ?? records.startPayment(page, change), 'approved', 'accredited')
    },
    async payAgain(pageRef) {
      const payment = records.startPayment(records.page(pageRef))
      await become(payment, 'approved', 'accredited')
      return payment.id
    },
    startPix: (pageRef) => records.startPayment(records.page(pageRef)).id,
    async decline(pageRef) {
      await become(records.startPayment(records.page(pageRef)), 'rejected', 'cc_rejected_insufficient_amount')
    },
    async expirePage(pageRef) {
      records.page(pageRef).expiration_date_to = new Date(Date.now() - 3_600_000).toISOString()
    },
    async refund(pageRef, amountMinor) {
      records.giveBack(paidOf(pageRef), amountMinor)
      await tell(paidOf(pageRef))
    },
    async dispute(pageRef, to) {
      const payment = paidOf(pageRef)
      records.chargebacks.set(chargebackId(payment), payment)
      await become(payment, 'charged_back', { open: 'in_process', won: 'reimbursed', lost: 'settled' }[to])
    },
    openMediation: (pageRef) => become(paidOf(pageRef), 'in_mediation', 'pending'),
    chargebackOf: (pageRef) => chargebackId(paidOf(pageRef)),
    change: (paymentId, change) => void Object.assign(records.payment(String(paymentId)), change),
    refundedOf: (pageRef) =>
      records.findPaymentsByReference(pageRef).reduce((sum, { refundedMinor }) => sum + refundedMinor, 0),
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
