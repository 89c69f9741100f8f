import { formatId, type StoreId } from '../../ids.ts'
import type { NewMail } from './add-mail.ts'

const TEXTS = {
  token_created: ['An API token was created', 'Programs can use it to change your store.'],
  provider_changed: [
    'A payment provider was changed',
    'Buyers may now pay into another account, or not at all with this provider.',
  ],
  commands_changed: [
    'Commands of products were changed',
    'They run on the console of your game servers when somebody buys the product.',
  ],
  refund_refused: [
    'A refund was refused',
    'A buyer withdrew from the contract, and the payment provider did not return the money. You have to return it: refund the order again, or by hand.',
  ],
  gift_card_loss: [
    'A gift card did not cover an order',
    'Either an order was paid late, when its gift card was already spent elsewhere, or the payment for a gift card was returned after the card had been used. The goods were delivered. Look at the order and decide whether you refund it or ask the player for the rest.',
  ],
} as const satisfies Record<string, readonly [string, string]>

export type StoreAlertKind = keyof typeof TEXTS

const MAX_LINES = 20

type StoreAlert = {
  to: string
  publicUrl: string
  storeId: StoreId
  changes: { actor: string; subject: string | null; createdAt: Date }[]
  /** The token of a link for a recipient who made a change. It signs them out everywhere and revokes their new tokens. */
  undo?: string
  /** The token of a link for a recipient who can do without this kind of alert. */
  mute?: string
}

/** Names ids only: a member could have chosen the name of a product or of the store. */
export function storeAlertMail(
  kind: StoreAlertKind,
  { to, publicUrl, storeId, changes, undo, mute }: StoreAlert,
): NewMail {
  const [subject, why] = TEXTS[kind]
  const lines = changes.slice(0, MAX_LINES).map(formatChange)
  const rest = changes.length - lines.length
  if (rest > 0) lines.push(`… and ${rest} more`)
  const paragraphs = [
    `${subject} in the store ${formatId('sto', storeId)}. ${why}`,
    lines.join('\n'),
    undo === undefined ? 'If you did not expect this, ask the person, or revoke the token.' : undoText(publicUrl, undo),
    'The audit log of the store has the details. The changes stay until somebody changes them back.',
  ]
  const unsubscribe = mute === undefined ? undefined : `${publicUrl}/account/alerts#token=${mute}`
  if (unsubscribe !== undefined) paragraphs.push(`To get no more e-mails of this kind, open this page:\n${unsubscribe}`)
  const text = `${paragraphs.join('\n\n')}\n`
  return { kind, to, subject, text, ...(unsubscribe !== undefined && { unsubscribe }) }
}

function formatChange({ actor, subject, createdAt }: StoreAlert['changes'][number]): string {
  const time = createdAt.toISOString().slice(0, 16).replace('T', ' ')
  return `${time} UTC, ${actor}${subject === null ? '' : `: ${subject}`}`
}

function undoText(publicUrl: string, undo: string): string {
  return [
    `If this was not you, somebody uses your account. Open this page within 7 days. It signs out all your devices and revokes the API tokens that you created since:\n${publicUrl}/account/undo#token=${undo}`,
    `Then choose a new password: ${publicUrl}/account/forgot`,
  ].join('\n\n')
}
