import type { Items, Sequence, Step } from './steps.ts'

type Texts = { [Name in Step['do']]: (step: Extract<Step, { do: Name }>) => string }

/** For people, a round in each line. */
export function describeSequence(rounds: Sequence): string {
  const describe = (step: Step) => (TEXTS[step.do] as (step: Step) => string)(step)
  return rounds.map((round, i) => `    ${i + 1}. ${round.map(describe).join('  |  ')}`).join('\n')
}

const TEXTS: Texts = {
  open: ({ order, browser, isFresh, player, recipient, items, code, card, provider }) =>
    [
      `browser ${browser} opens order ${order}${isFresh ? '' : ' in place of the last one'}: ${listItems(items)} in the name of player ${player}`,
      recipient !== null && `as a gift for player ${recipient}`,
      code && 'with the coupon',
      card && 'with the gift card',
      `by ${provider}`,
    ]
      .filter((text) => text !== false)
      .join(', '),
  pay: ({ order, callbacks }) => `order ${order} is paid at the provider (${callbacks} callbacks)`,
  'call back': ({ times }) => `all callbacks arrive (${times} times)`,
  expire: ({ order }) => `the page of order ${order} expires`,
  withdraw: ({ order }) => `the buyer of order ${order} withdraws`,
  unsubscribe: ({ order }) => `the buyer of order ${order} cancels the subscription`,
  refund: ({ order, line }) => `staff refund order ${order}${line === null ? '' : `, line ${line}`}`,
  return: ({ order, amount }) => `the provider returns ${amount ?? 'all'} of order ${order}`,
  dispute: ({ order, to }) => `the dispute of order ${order} is ${to}`,
  renew: ({ order }) => `the subscription of order ${order} is charged again`,
  sell: ({ order, player, items, code }) =>
    `staff sell order ${order}: ${listItems(items)} to player ${player}${code ? ', with the coupon' : ''}`,
  fetch: () => 'the game fetches its deliveries',
  report: () => 'the game reports what it ran',
  ask: ({ order }) => `the product asks about order ${order}`,
}

function listItems(items: Items): string {
  const kinds = Object.entries(items)
  return kinds.map(([key, quantity]) => `${quantity} ${key}`).join(' and ')
}
