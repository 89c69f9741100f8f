import { InvalidArgumentError } from 'commander'
import type { Manage } from '@quartermaster/sdk'
import { parsePrice } from '../../money.ts'
import { parseSeconds } from '../parse-option.ts'

export type VariantOption = { name: string; price: string; durationSeconds: number | null }

/** `30 days=19.90,P30D`, or `For ever=149.90`. */
export function parseVariant(text: string): VariantOption {
  const [, name = '', price = '', duration] = /^(.+)=([^=,]+)(?:,([^=,]+))?$/.exec(text) ?? []
  if (name === '') throw new InvalidArgumentError('Give a name, a price and a duration, such as "30 days=19.90,P30D".')
  return { name, price, durationSeconds: duration === undefined ? null : parseSeconds(duration) }
}

/** A variant with the same name keeps its id and translations. */
export function toVariants(
  options: VariantOption[],
  { currency, variants }: Pick<Manage.Product, 'currency' | 'variants'>,
) {
  return options.map(({ name, price, durationSeconds }) => {
    const kept = variants.find((variant) => variant.name === name)
    return {
      ...(kept && { id: kept.id, translations: kept.translations }),
      name,
      priceMinor: parsePrice(price, currency),
      durationSeconds,
    }
  })
}
