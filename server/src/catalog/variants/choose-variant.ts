import { AppError } from '../../errors.ts'
import type { VariantId } from '../../ids.ts'
import type { Variant } from './variant.ts'

type Choice = { product: { name: string; variants: Variant[] }; variantId: VariantId | null }

/** The variant that a sale names. Null if the product has none. */
export function chooseVariant({ product, variantId }: Choice): Variant | null {
  const { name, variants } = product
  if (variantId !== null) {
    const variant = variants.find(({ id }) => id === variantId)
    if (!variant) throw new AppError('not_found', `No such variant of "${name}"`)
    return variant
  }
  if (variants.length === 0) return null
  const names = variants.map((variant) => `"${variant.name}"`).join(', ')
  throw new AppError('invalid_request', `"${name}" has variants. Choose one of them: ${names}`)
}
