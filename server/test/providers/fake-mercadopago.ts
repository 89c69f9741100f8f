import { createMercadopago } from '../../src/payments/mercadopago/mercadopago.ts'
import { type ApiBehaviour, type Request, startMercadopagoServer } from './fake-mercadopago-api.ts'
import { createMercadopagoRecords, type Payment } from './fake-mercadopago-records.ts'
import { createCallbackSender } from './callback-sender.ts'
import { signMercadopago } from './fake-mercadopago-callbacks.ts'
import type { Behaviour, FakeProvider } from './fake-provider.ts'
import { createMercadopagoSubscriptions } from './subscriptions/fake-mercadopago-subscriptions.ts'

const CREDENTIALS = {
  accessToken: 'APP_USR-4410287713940012-061200-5d2c7f0be81a4966b3d1a7720c94e85f-77120099',
  webhookSecret: '3f0a9d5be2c84716a0d9e4b7c1f2a865d03b7e9142cf58a6be70d1934ac2f6e8',
}
const OTHER_CREDENTIALS = {
  accessToken: 'APP_USR-9920187713940077-061200-0b7e5f4cd91a4b66a2d1f7730c95e86a-66330011',
  webhookSecret: '90ce1fb7a2d84b51c3f6e0d4a7981b2537fe60c9d2ab41e8f57c03b9e6d1a482',
}

export type FakeMercadopago = FakeProvider & {
  /** Shows a PIX code to the buyer, which `pay` then pays. Returns the id of the payment. */
  startPix: (pageRef: string) => number
  /** Pays a page that is already paid, as in a second browser window. */
  payAgain: (pageRef: string) => Promise<number>
  openMediation: (pageRef: string) => Promise<void>
  chargebackOf: (pageRef: string) => string
  setSearchLag: (searchResult: ApiBehaviour['searchResult']) => void
  change: (paymentId: number, change: Partial<Payment>) => void
  requests: Request[]
}

/** `test`: test credentials. `test user`: an account for tests, whose credentials and payments look live. */
export async function startFakeMercadopago({
  account = 'live',
}: { account?: 'live' | 'test' | 'test user' } = {}): Promise<FakeMercadopago> {
  const liveMode = account !== 'test'
  const records = createMercadopagoRecords({ liveMode })
  const credentials = liveMode
    ? CREDENTIALS
    : { ...CREDENTIALS, accessToken: CREDENTIALS.accessToken.replace('APP_USR', 'TEST') }
  let behaviour: Behaviour = {}
  let searchResult: ApiBehaviour['searchResult']
  const callbackSender = createCallbackSender(() => behaviour)
  const sendCallback = (payment: Payment) => callbackSender.add(callbackFor(payment, records.nextTime()))
  let accountUrl = 'https://shop.example/callback'
  const subscriptions = createMercadopagoSubscriptions({
    records,
    callbackUrl: () => accountUrl,
    send: (type, id) => callbackSender.add(signNamed({ type, id, url: accountUrl, at: records.nextTime() })),
    sendPayment: sendCallback,
  })
  const requestTimeoutMs = 1_500
  const server = await startMercadopagoServer(records, {
    accessToken: credentials.accessToken,
    tags: account === 'test user' ? ['normal', 'test_user', 'user_info_verified'] : ['normal', 'user_info_verified'],
    behaviour: () => ({ ...behaviour, ...(searchResult && { searchResult }) }),
    sendCallback: (payment) => void sendCallback(payment),
    subscriptions,
  })

  async function setStatus(payment: Payment, status: string, statusDetail: string): Promise<void> {
    if (status === 'approved') payment.approvedAt ??= records.nextTime()
    payment.status = status
    payment.statusDetail = statusDetail
    await sendCallback(payment)
  }

  function paidPayment(pageRef: string): Payment {
    const paid = records.findPaymentsByReference(pageRef).find(({ approvedAt }) => approvedAt !== null)
    if (!paid) throw new Error('This page is not paid')
    return paid
  }

  return {
    provider: createMercadopago({ apiUrl: server.url, requestTimeoutMs }),
    url: server.url.origin,
    credentials,
    otherCredentials: OTHER_CREDENTIALS,
    currencies: ['BRL', 'CLP', 'UYU'],
    requestTimeoutMs,
    signsBody: false,
    showsLive: false,
    signedCallbacks: callbackSender.signedCallbacks,
    requests: server.requests,
    behave: (next) => (behaviour = next),
    setSearchLag: (next) => (searchResult = next),
    sendWithheld: () => callbackSender.sendWithheld(),
    close: () => server.close(),
    subscriptions,
    setCallbackUrl: (callbackUrl) => void (accountUrl = callbackUrl),
    async pay(pageRef, change) {
      if (subscriptions.has(pageRef)) return subscriptions.start(pageRef)
      const waiting = records.findPaymentsByReference(pageRef).find(({ status }) => status === 'pending')
      const page = records.page(pageRef)
      if (!waiting && Date.parse(page.expiration_date_to ?? '') < Date.now()) throw new Error('The page has expired')
      await setStatus(waiting ?? records.startPayment(page, change), 'approved', 'accredited')
    },
    async payAgain(pageRef) {
      const payment = records.startPayment(records.page(pageRef))
      await setStatus(payment, 'approved', 'accredited')
      return payment.id
    },
    startPix: (pageRef) => records.startPayment(records.page(pageRef)).id,
    async decline(pageRef) {
      await setStatus(records.startPayment(records.page(pageRef)), 'rejected', 'cc_rejected_insufficient_amount')
    },
    async expirePage(pageRef) {
      records.page(pageRef).expiration_date_to = new Date(Date.now() - 3_600_000).toISOString()
    },
    async refund(pageRef, amountMinor) {
      records.refund(paidPayment(pageRef), amountMinor)
      await sendCallback(paidPayment(pageRef))
    },
    async dispute(pageRef, to) {
      const payment = paidPayment(pageRef)
      records.chargebacks.set(chargebackId(payment), payment)
      await setStatus(payment, 'charged_back', { open: 'in_process', won: 'reimbursed', lost: 'settled' }[to])
    },
    openMediation: (pageRef) => setStatus(paidPayment(pageRef), 'in_mediation', 'pending'),
    chargebackOf: (pageRef) => chargebackId(paidPayment(pageRef)),
    change: (paymentId, change) => void Object.assign(records.payment(String(paymentId)), change),
    cancelUrlOf: (pageRef) => records.page(pageRef).back_urls?.['failure'] ?? '',
    returnUrlOf: (pageRef) => records.page(pageRef).back_urls?.['success'] ?? '',
    listPayments: records.list,
    refundedOf: (pageRef) =>
      records.findPaymentsByReference(pageRef).reduce((sum, { refundedMinor }) => sum + refundedMinor, 0),
    async sign(body, { secretOf = CREDENTIALS, at = new Date(), url = 'https://shop.example/callback' } = {}) {
      const { 'data.id': dataId = '0', type = 'payment' } = Object.fromEntries(new URL(url).searchParams)
      const secret = secretOf['webhookSecret'] ?? ''
      return signMercadopago(body, { secret, at, url, dataId, type, ...readIds(body) })
    },
  }
}

function callbackFor(payment: Payment, at: Date) {
  const dataId = String(payment.id)
  const body = JSON.stringify({
    action: payment.status === 'pending' ? 'payment.created' : 'payment.updated',
    api_version: 'v1',
    data: { id: dataId },
    date_created: at.toISOString(),
    id: at.getTime(),
    live_mode: payment.liveMode,
    type: 'payment',
    user_id: '77120099',
  })
  const { webhookSecret: secret } = CREDENTIALS
  return signMercadopago(body, { secret, at, url: payment.preference.notification_url, dataId, type: 'payment' })
}

/** A callback about something that is no payment. */
function signNamed({ type, id, url, at }: { type: string; id: string; url: string; at: Date }) {
  const body = JSON.stringify({ action: 'updated', data: { id }, date: at.toISOString(), entity: type, type })
  return signMercadopago(body, { secret: CREDENTIALS.webhookSecret, at, url, dataId: id, type })
}

/** The ids in the body, which MercadoPago repeats and signs in the query string. */
function readIds(body: string): { dataId?: string; type?: string } {
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

/** As long as the ids of MercadoPago, with more digits than a JSON number can represent. */
function chargebackId({ id }: Payment): string {
  return `21700000${id}`
}
