import type { Command } from 'commander'
import type { Manage } from '@quartermaster/sdk'
import { parsePrice } from '../../../money.ts'
import { addCommand, choice } from '../../add-command.ts'
import { parseIdOf, parseTime } from '../../parse-option.ts'
import { formatAmount, formatTable, formatTime, listOutput } from '../../print.ts'
import { callStoreApi, type StoreCall } from '../owner-command.ts'
import { readAll } from '../store-client.ts'

const STATES = ['active', 'used_up', 'expired', 'void'] as const

export function addGiftCardCommands(program: Command): void {
  const group = program.command('gift-card').description('manage the gift cards of a store')

  const issue = addCommand(
    group,
    'issue',
    'issue a gift card, whose code is shown only once',
    '--store sto_… --value 25.00 --note "Winner of the contest"',
  )
    .requiredOption('--value <amount>', 'what it is worth, in the currency of the store, such as 25.00')
    .option('--note <text>', 'a note for your team')
    .option('--expires <time>', 'when it expires, such as 2027-01-31; default: never', parseTime)
  type Issue = { value: string; note?: string; expires?: string }
  callStoreApi<Issue>(issue, async (call, { value, note = '', expires: expiresAt = null }) => {
    const { manage, storeId } = call
    const valueMinor = await readAmount(call, value)
    const issued = await manage.issueGiftCard({ storeId, valueMinor, note, expiresAt })
    return { json: issued, text: `Issued ${issued.id}.\nThe code, shown only now:\n\n  ${issued.code}\n` }
  })

  const list = addCommand(group, 'list', 'list the gift cards of a store', '--store sto_…').addOption(
    choice('--state <state>', 'only cards in this state', STATES),
  )
  callStoreApi<{ state?: (typeof STATES)[number] }>(list, async ({ manage, storeId }, { state }) =>
    listOutput(
      await readAll(manage.listGiftCards.each({ storeId, limit: 200, ...(state && { state }) })),
      {
        card: ({ id }) => id,
        'ends in': ({ hint }) => hint ?? '–',
        state: ({ state: now }) => now,
        value: ({ valueMinor, currency }) => formatAmount(valueMinor, currency),
        balance: ({ balanceMinor, currency }) => formatAmount(balanceMinor, currency),
        expires: ({ expiresAt }) => formatTime(expiresAt),
        note: ({ note }) => note,
      },
      'This store has no gift cards.',
    ),
  )

  const show = withCard(addCommand(group, 'show', 'show a gift card and its ledger', '--store sto_… --card gfc_…'))
  callStoreApi<{ card: string }>(show, async ({ manage, storeId }, { card: giftCardId }) =>
    describeCard(await manage.getGiftCard({ storeId, giftCardId })),
  )

  const adjust = withCard(
    addCommand(
      group,
      'adjust',
      'add to the balance of a gift card, or take from it',
      '--store sto_… --card gfc_… --amount -5.00 --note "Typed wrongly"',
    ),
  )
    .requiredOption('--amount <amount>', 'what to add, such as 5.00, or to take, such as -5.00')
    .requiredOption('--note <text>', 'why')
  type Adjust = { card: string; amount: string; note: string }
  callStoreApi<Adjust>(adjust, async (call, { card: giftCardId, amount, note }) => {
    const minor = await readAmount(call, amount.replace(/^-/, ''))
    const amountMinor = amount.startsWith('-') ? -minor : minor
    return describeCard(await call.manage.adjustGiftCard({ storeId: call.storeId, giftCardId, amountMinor, note }))
  })

  const cancel = withCard(
    addCommand(group, 'void', 'void a gift card, so that nobody can spend it', '--store sto_… --card gfc_…'),
  ).option('--note <text>', 'why')
  callStoreApi<{ card: string; note?: string }>(cancel, async ({ manage, storeId }, { card: giftCardId, note = '' }) =>
    describeCard(await manage.voidGiftCard({ storeId, giftCardId, note })),
  )

  const replace = withCard(
    addCommand(
      group,
      'replace-code',
      'make a new code for a gift card; the old one stops working',
      '--store sto_… --card gfc_…',
    ),
  )
  callStoreApi<{ card: string }>(replace, async ({ manage, storeId }, { card: giftCardId }) => {
    const replaced = await manage.replaceGiftCardCode({ storeId, giftCardId })
    return { json: replaced, text: `The new code, shown only now:\n\n  ${replaced.code}\n` }
  })
}

function withCard(command: Command): Command {
  return command.requiredOption('--card <id>', 'the gift card', parseIdOf('gfc'))
}

async function readAmount({ manage, storeId }: StoreCall, text: string): Promise<number> {
  return parsePrice(text, (await manage.getStore({ storeId })).currency)
}

function describeCard(card: Manage.GiftCard) {
  const { currency, entries } = card
  const ledger = formatTable([...entries], {
    time: ({ at }) => formatTime(at),
    entry: ({ kind }) => kind,
    amount: ({ amountMinor }) => formatAmount(amountMinor, currency),
    balance: ({ balanceMinor }) => formatAmount(balanceMinor, currency),
    order: ({ checkoutId }) => checkoutId ?? '',
    note: ({ note }) => note,
  })
  return {
    json: card,
    text: `${card.id} (${card.hint ?? 'code not seen yet'}) is ${card.state}. Balance: ${formatAmount(card.balanceMinor, currency)}.\n\n${ledger}`,
  }
}
