import type { NewMail } from '../../accounts/mail/add-mail.ts'
import { periodWord } from '../../catalog/billing-period.ts'
import { countryName } from '../../stores/taxes.ts'
import type { ShownSubscription } from '../../subscriptions/read-subscriptions.ts'
import { formatDate, formatMoney } from '../../themes/format.ts'

type Receipt = {
  to: string
  locale: string
  storeName: string
  /** The link to the order. */
  url: string
  number: string
  currency: string
  /** What was paid for each, with money and with a gift card. */
  lines: { name: string; quantity: number; totalMinor: number; savedMinor: number; saleName: string | null }[]
  /** The coupon or creator's code. */
  code: string | null
  /** Who sells. Empty if the owner has not named them. */
  seller: string
  /** The tax that the prices contain. Without a country, none was computed. */
  taxCountry: string | null
  taxRate: number | null
  taxMinor: number
  giftCardMinor: number
  /** Of gift cards that were bought. */
  cardCodes: { valueMinor: number; code: string }[]
  timeZone: string
  subscription: ShownSubscription | undefined
}

type Renewal = { amount: string; date: string }

const TEXTS = {
  en: {
    subject: (store: string) => `Your order at ${store}`,
    thanks: (store: string) => `${store} has received your payment.`,
    total: 'Total, tax included',
    saved: (amount: string, names: string) => `You saved ${amount} (${names}).`,
    tax: (percent: number, country: string, amount: string) => `Contains ${percent}% tax (${country}): ${amount}`,
    link: 'Where your items are, and how to withdraw from the contract:',
    consent: 'You agreed to the delivery of your items right after payment.',
    number: 'Order',
    giftCard: 'Paid with a gift card',
    codes: 'Your gift cards. Whoever has a code can spend it:',
    every: { week: 'every week', month: 'every month', quarter: 'every 3 months', year: 'every year' },
    renews: (every: string, { amount, date }: Renewal) =>
      `This is a subscription. It costs ${amount} ${every} and renews on ${date}, until you cancel it. You can cancel it at any time with the link below. You then keep your items until that day.`,
    cancelled: ({ date }: Renewal) => `The subscription is cancelled. You keep your items until ${date}.`,
    cancelLink: 'Where your items are, how to cancel the subscription, and how to withdraw from the contract:',
  },
  'pt-BR': {
    subject: (store: string) => `Seu pedido em ${store}`,
    thanks: (store: string) => `${store} recebeu o seu pagamento.`,
    total: 'Total, impostos incluídos',
    saved: (amount: string, names: string) => `Você economizou ${amount} (${names}).`,
    tax: (percent: number, country: string, amount: string) => `Contém ${percent}% de imposto (${country}): ${amount}`,
    link: 'Onde estão os seus itens, e como desistir do contrato:',
    consent: 'Você concordou com a entrega dos itens logo após o pagamento.',
    number: 'Pedido',
    giftCard: 'Pago com cartão-presente',
    codes: 'Seus cartões-presente. Quem tem o código pode gastá-lo:',
    every: { week: 'por semana', month: 'por mês', quarter: 'a cada 3 meses', year: 'por ano' },
    renews: (every: string, { amount, date }: Renewal) =>
      `Isto é uma assinatura. Ela custa ${amount} ${every} e se renova em ${date}, até você cancelar. Você pode cancelar a qualquer momento pelo link abaixo e fica com os itens até esse dia.`,
    cancelled: ({ date }: Renewal) => `A assinatura foi cancelada. Você fica com os itens até ${date}.`,
    cancelLink: 'Onde estão os seus itens, como cancelar a assinatura e como desistir do contrato:',
  },
  es: {
    subject: (store: string) => `Tu pedido en ${store}`,
    thanks: (store: string) => `${store} ha recibido tu pago.`,
    total: 'Total, impuestos incluidos',
    saved: (amount: string, names: string) => `Has ahorrado ${amount} (${names}).`,
    tax: (percent: number, country: string, amount: string) =>
      `Contiene un ${percent}% de impuesto (${country}): ${amount}`,
    link: 'Dónde están tus artículos, y cómo desistir del contrato:',
    consent: 'Aceptaste la entrega de los artículos justo después del pago.',
    number: 'Pedido',
    giftCard: 'Pagado con una tarjeta regalo',
    codes: 'Tus tarjetas regalo. Quien tenga un código puede gastarlo:',
    every: { week: 'a la semana', month: 'al mes', quarter: 'cada 3 meses', year: 'al año' },
    renews: (every: string, { amount, date }: Renewal) =>
      `Esto es una suscripción. Cuesta ${amount} ${every} y se renueva el ${date}, hasta que la canceles. Puedes cancelarla en cualquier momento con el enlace de abajo y conservas los artículos hasta ese día.`,
    cancelled: ({ date }: Renewal) => `La suscripción está cancelada. Conservas los artículos hasta el ${date}.`,
    cancelLink: 'Dónde están tus artículos, cómo cancelar la suscripción y cómo desistir del contrato:',
  },
} as const

/** The receipt of a paid order. It contains no text that the buyer has chosen, so it can't be used to send messages. */
export function receiptMail(receipt: Receipt): NewMail {
  const { to, locale, storeName, url, number, currency, seller, code, taxCountry, taxRate, taxMinor, lines } = receipt
  const { giftCardMinor, cardCodes } = receipt
  const language = locale in TEXTS ? (locale as keyof typeof TEXTS) : 'en'
  const texts = TEXTS[language]
  const money = (minor: number) => formatMoney(minor, { locale: language, currency })
  const items = lines.map(({ name, quantity, totalMinor }) => `${quantity} × ${name}: ${money(totalMinor)}`)
  const total = lines.reduce((sum, line) => sum + line.totalMinor, 0)
  const saved = lines.reduce((sum, line) => sum + line.savedMinor, 0)
  const names = [...new Set([...lines.map(({ saleName }) => saleName), code])].filter((name) => name !== null)
  const hasTax = taxCountry !== null && taxRate !== null && taxRate > 0
  const tax = hasTax ? [texts.tax(taxRate / 100, countryName(taxCountry, locale), money(taxMinor))] : []
  const paragraphs = [
    texts.thanks(storeName),
    [
      ...items,
      `${texts.total}: ${money(total)}`,
      ...tax,
      ...(giftCardMinor > 0 ? [`${texts.giftCard}: ${money(giftCardMinor)}`] : []),
    ].join('\n'),
    ...(saved > 0 ? [texts.saved(money(saved), names.join(', '))] : []),
    ...(cardCodes.length > 0
      ? [[texts.codes, ...cardCodes.map(({ code: card, valueMinor }) => `${card}: ${money(valueMinor)}`)].join('\n')]
      : []),
    ...renewalTexts(receipt, language),
    ...(seller === '' ? [] : [seller]),
    texts.consent,
    `${receipt.subscription ? texts.cancelLink : texts.link}\n${url}`,
    `${texts.number} ${number}`,
  ]
  return { kind: 'receipt', to, subject: texts.subject(storeName), text: `${paragraphs.join('\n\n')}\n` }
}

/** When the subscription renews, as far as it does. */
function renewalTexts({ subscription, currency, timeZone }: Receipt, locale: keyof typeof TEXTS): string[] {
  if (!subscription?.paidUntil) return []
  const { state, billingPeriod, amountMinor, paidUntil } = subscription
  const texts = TEXTS[locale]
  const renewal = {
    amount: formatMoney(amountMinor, { locale, currency }),
    date: formatDate(paidUntil, { locale, timeZone, style: 'date' }),
  }
  if (state === 'active' || state === 'past_due') return [texts.renews(texts.every[periodWord(billingPeriod)], renewal)]
  return state === 'cancelling' ? [texts.cancelled(renewal)] : []
}
