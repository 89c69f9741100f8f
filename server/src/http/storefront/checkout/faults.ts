import { FieldError } from '../../../catalog/fields/field-error.ts'
import { AppError, type ErrorCode } from '../../../errors.ts'
import { toWait } from '../to-wait.ts'
import type { LineProblem } from '../../../storefront/baskets/line-problem.ts'
import type { FaultView } from '../../../storefront/views/order-pages.ts'

const LINE_FAULTS: Record<LineProblem, string> = {
  unavailable: 'not_sold',
  sold_out: 'sold_out',
  too_few_left: 'too_few_left',
  limit: 'limit',
  tier_quantity: 'tier_quantity',
  tier_twice: 'tier_twice',
  higher_tier_owned: 'higher_tier_owned',
}

export function lineFault(problem: LineProblem, name: string, count: number): FaultView {
  return { key: LINE_FAULTS[problem], name, count }
}

const KEYS: Partial<Record<ErrorCode, string>> = {
  player_banned: 'player_banned',
  identity_required: 'sign_in_first',
  sold_out: 'total_changed',
  stock_held: 'stock_held',
  earlier_order_open: 'earlier_order_open',
  limit_reached: 'limit_reached',
  already_subscribed: 'already_subscribed',
  conflict: 'total_changed',
  rate_limited: 'too_many_payments',
  subscription_expired: 'store_closed',
  code_unknown: 'code_unknown',
  code_not_valid_now: 'code_not_valid_now',
  code_used_up: 'code_used_up',
  code_used_by_player: 'code_used_by_player',
  code_minimum: 'code_minimum',
  code_not_for_these: 'code_not_for_these',
  not_payable: 'provider_unavailable',
  not_configured: 'provider_unavailable',
  provider_refused: 'provider_unavailable',
  provider_unavailable: 'provider_unavailable',
}

/** The texts of faults of fields begin with `field_`. */
export function fieldFault({ label, fault }: FieldError): FaultView {
  const { code, count, text } = fault
  return {
    key: `field_${code}`,
    name: label,
    ...(count !== undefined && { count }),
    ...(text !== undefined && { code: text }),
  }
}

/** What the buyer reads about a refusal. Other errors are not theirs and are thrown again. */
export function toFault(error: unknown, names: { player: string; name: string; code?: string }): FaultView {
  if (!(error instanceof AppError) || error.status === 500) throw error
  if (error instanceof FieldError) return fieldFault(error)
  // A single order that is too large: waiting does not help.
  if (error.code === 'stock_held' && error.retryAfter === undefined) return { key: 'stock_part', ...names }
  const wait = error.retryAfter === undefined ? {} : { wait: toWait(error) }
  return { key: KEYS[error.code] ?? 'other', ...names, ...wait }
}
