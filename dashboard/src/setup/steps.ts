/** The steps after the account and the store exist. */
export const STEPS = ['game', 'connect', 'product', 'sale', 'live'] as const
export type Step = (typeof STEPS)[number]

export function isStep(value: unknown): value is Step {
  return STEPS.some((step) => step === value)
}
