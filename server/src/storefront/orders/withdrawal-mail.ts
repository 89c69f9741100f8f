import type { NewMail } from '../../accounts/mail/add-mail.ts'
import { formatMoney } from '../../themes/format.ts'
import type { OrderLine } from './read-order.ts'
import { nameOf, valueOf } from './view-order.ts'

type Withdrawn = {
  to: string
  locale: string
  storeName: string
  number: string
  currency: string
  lines: OrderLine[]
  at: Date
}

const TEXTS = {
  en: {
    subject: (store: string) => `Your withdrawal at ${store}`,
    received: (store: string, at: string) =>
      `${store} received your withdrawal from the contract on ${at}. It is for these items:`,
    back: 'You get back, the way you paid',
    number: 'Order',
  },
  'pt-BR': {
    subject: (store: string) => `Sua desistência em ${store}`,
    received: (store: string, at: string) =>
      `${store} recebeu a sua desistência do contrato em ${at}. Ela vale para estes itens:`,
    back: 'Você recebe de volta, da forma como pagou',
    number: 'Pedido',
  },
  es: {
    subject: (store: string) => `Tu desistimiento en ${store}`,
    received: (store: string, at: string) =>
      `${store} recibió tu desistimiento del contrato el ${at}. Es para estos artículos:`,
    back: 'Te devolvemos, de la forma en que pagaste',
    number: 'Pedido',
  },
} as const

/** The receipt of a withdrawal. Like the receipt of an order, it contains no text that the buyer has chosen. */
export function withdrawalMail({ to, locale, storeName, number, currency, lines, at }: Withdrawn): NewMail {
  const language = locale in TEXTS ? (locale as keyof typeof TEXTS) : 'en'
  const texts = TEXTS[language]
  const money = (minor: number) => formatMoney(minor, { locale: language, currency })
  const items = lines.map((line) => `${line.quantity} × ${nameOf(line)}: ${money(valueOf([line]))}`)
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const paragraphs = [
    texts.received(storeName, time),
    [...items, `${texts.back}: ${money(valueOf(lines))}`].join('\n'),
    `${texts.number} ${number}`,
  ]
  return { kind: 'withdrawal', to, subject: texts.subject(storeName), text: `${paragraphs.join('\n\n')}\n` }
}
