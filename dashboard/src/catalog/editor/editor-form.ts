import { decimalsOf, toPriceText } from '../../app/money.ts'
import { useTexts } from '../../app/texts.tsx'
import type { ErrorCode } from './body-of.ts'
import type { Draft } from './draft.ts'

const EXAMPLE_MINOR = 1_490

/** What the panels of the editor work with. */
export type EditorForm = {
  draft: Draft
  currency: string
  change: (fields: Partial<Draft>) => void
  /** Says what is wrong with an input, and what to do. */
  errorOf: (name: string) => string | undefined
  /** Commands reach game consoles, so they have a permission of their own. */
  mayChangeCommands: boolean
}

export function useErrorTexts(currency: string): (code: ErrorCode) => string {
  const t = useTexts()
  const values = { userId: '{userId}', decimals: decimalsOf(currency), example: toPriceText(EXAMPLE_MINOR, currency) }
  return (code) => t(`product.error.${code}`, values)
}
