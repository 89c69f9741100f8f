import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Manage } from '@quartermaster/sdk'
import { collect, orNone, parseCount, parseIdOf } from '../../parse-option.ts'
import { formatTime } from '../../print.ts'

export type DiscountOptions = {
  percent?: number
  amount?: number
  product?: string[]
  category?: string[]
  wholeStore?: boolean
  from?: string
  until?: string
}

type PercentLimits = { min: number; max: number }

export function addDiscountOptions(command: Command, limits: PercentLimits): Command {
  return command
    .option('--percent <number>', `take off this percentage, ${rangeOf(limits)}`, parsePercent(limits))
    .option('--amount <minor>', "take off this many minor units of the store's currency", parseCount)
    .option('--product <id>', 'only for this product; can be repeated', collect(parseIdOf('prd')))
    .option('--category <id>', 'only for this category; can be repeated', collect(parseIdOf('cat')))
    .option('--whole-store', 'for all products')
    .option(
      '--from <time>',
      'the start in the time zone of the store, such as 2026-11-27T00:00; "none" for no start',
      orNone(parseLocalTime),
    )
    .option('--until <time>', 'the end, in the same form; "none" for no end', orNone(parseLocalTime))
}

export type CodeOptions = DiscountOptions & {
  code?: string
  minimum?: number
  maxUses?: number | 'none'
  maxPerPlayer?: number | 'none'
  periods?: 'first' | 'all'
}

export function addCodeOptions(command: Command, limits: PercentLimits): Command {
  return addDiscountOptions(command, limits)
    .option('--minimum <minor>', 'the items must cost at least this many minor units', parseCount)
    .option('--max-uses <n>', 'how often it can be used; "none" for no limit', orNone(parseCount))
    .option('--max-per-player <n>', 'how often one player can use it; "none" for no limit', orNone(parseCount))
    .addOption(
      new Option('--periods <which>', 'the periods of a subscription that it reduces').choices(['first', 'all']),
    )
}

/** Basis points. */
export function parsePercent(limits: PercentLimits): (text: string) => number {
  return (text) => {
    const [, whole, fraction = ''] = /^(\d{1,3})(?:\.(\d{1,2}))?$/.exec(text) ?? []
    const points = whole === undefined ? Number.NaN : Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
    if (points >= limits.min && points <= limits.max) return points
    throw new InvalidArgumentError(`Give a percentage ${rangeOf(limits)}, such as 15 or 12.5.`)
  }
}

const rangeOf = ({ min, max }: PercentLimits) => `from ${min / 100} to ${max / 100}`

function parseLocalTime(text: string): string {
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?Z?$/.test(text)
  if (isTime) return text
  throw new InvalidArgumentError('Give a time such as 2026-11-27T00:00, or 2026-11-27T03:00:00Z for UTC.')
}

const orNull = <T>(value: T | 'none'): T | null => (value === 'none' ? null : value)

export function toDiscountFields({ percent, amount, product, category, wholeStore, from, until }: DiscountOptions) {
  const hasDiscount = percent !== undefined || amount !== undefined
  return {
    ...(hasDiscount && {
      discount: {
        ...(percent !== undefined && { basisPoints: percent }),
        ...(amount !== undefined && { amountMinor: amount }),
      },
    }),
    ...((product || category) && { scope: { productIds: product ?? [], categoryIds: category ?? [] } }),
    ...(wholeStore && { scope: null }),
    ...(from !== undefined && { startsAt: orNull(from) }),
    ...(until !== undefined && { endsAt: orNull(until) }),
  }
}

export function toCodeFields(options: CodeOptions) {
  const { code, minimum, maxUses, maxPerPlayer, periods } = options
  return {
    ...toDiscountFields(options),
    ...(code !== undefined && { code }),
    ...(minimum !== undefined && { minimumMinor: minimum }),
    ...(maxUses !== undefined && { maxUses: orNull(maxUses) }),
    ...(maxPerPlayer !== undefined && { maxUsesPerPlayer: orNull(maxPerPlayer) }),
    ...(periods !== undefined && { periods }),
  }
}

export function requireDiscountOption({ percent, amount }: DiscountOptions, command: Command): void {
  if ((percent === undefined) === (amount === undefined)) command.error('error: give either --percent or --amount')
}

type Discounted = Pick<Manage.Sale, 'discount' | 'scope' | 'startsAt' | 'endsAt'>

export const discountColumns = {
  discount: ({ discount }: Discounted) =>
    discount.basisPoints === null ? `${discount.amountMinor} minor` : `${discount.basisPoints / 100} %`,
  for: ({ scope }: Discounted) =>
    scope === null ? 'the store' : `${scope.productIds.length} products, ${scope.categoryIds.length} categories`,
  from: ({ startsAt }: Discounted) => formatTime(startsAt),
  until: ({ endsAt }: Discounted) => formatTime(endsAt),
}
