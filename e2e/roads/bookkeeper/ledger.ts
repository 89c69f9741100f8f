import type { Audit, Facts } from './facts.ts'

/** What has to be true, by the records of the providers and the log of the game. */
export function keepLedger(audit: Audit): Facts {
  const payments = audit.payments()
  const facts: Facts = {
    sales: payments.length,
    paid: sum(payments.map(({ paidMinor }) => paidMinor)),
    refunded: sum(payments.map(({ refundedMinor }) => refundedMinor)),
    callbacks: audit.callbacksSent(),
  }
  // What the store keeps counts for its goal and its supporters.
  facts['goal'] = facts['supporters'] = (facts['paid'] ?? 0) - (facts['refunded'] ?? 0)
  for (const { reference, paidMinor, refundedMinor } of payments) {
    const order = orderOf(reference) ?? 'chk_unnamed'
    facts[`paid ${order}`] = (facts[`paid ${order}`] ?? 0) + paidMinor
    facts[`refunded ${order}`] = (facts[`refunded ${order}`] ?? 0) + refundedMinor
  }
  for (const { at, command } of audit.ran()) {
    facts[`ran ${command}`] = (facts[`ran ${command}`] ?? 0) + 1
    facts[`first ran ${command}`] ??= at
  }
  return facts
}

/**
 * Providers do not know the orders of the payments of a subscription. If there are any, orders are compared by their sum,
 * which stands for the last of them.
 */
export function addUnnamed(facts: Facts, audit: Audit): Facts {
  if (audit.payments().every(({ reference }) => reference !== null)) return facts
  const sums: Facts = {}
  for (const [fact, value] of Object.entries(facts)) {
    const name = fact.replace(/chk_\w+$/, 'chk_all')
    sums[name] = (sums[name] ?? 0) + value
  }
  return sums
}

/** The order that a provider was asked to take money for. */
function orderOf(reference: string | null): string | undefined {
  return /chk_\w+/.exec(reference ?? '')?.[0]
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
