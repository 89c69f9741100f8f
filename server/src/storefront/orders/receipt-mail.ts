import type { NewMail } from '../../accounts/mail/add-mail.ts'
import { countryName } from '../../stores/taxes.ts'
import { formatMoney } from '../../themes/format.ts'

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
}

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
  },
} as const

/** The receipt of a paid order. It contains no text that the buyer has chosen, so it can't be used to send messages. */
export function receiptMail(receipt: Receipt): NewMail {
  const { to, locale, storeName, url, number, currency, seller, code, taxCountry, taxRate, taxMinor, lines } = receipt
  const { giftCardMinor, cardCodes } = receipt
  const texts = TEXTS[locale as keyof typeof TEXTS] ?? TEXTS.en
  const money = (minor: number) => formatMoney(minor, { locale: locale in TEXTS ? locale : 'en', currency })
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
    ...(seller === '' ? [] : [seller]),
    texts.consent,
    `${texts.link}\n${url}`,
    `${texts.number} ${number}`,
  ]
  return { kind: 'receipt', to, subject: texts.subject(storeName), text: `${paragraphs.join('\n\n')}\n` }
}
