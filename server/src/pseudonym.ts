const FORM = /^erased-[0-9a-z]{26}$/

/** Whether this stands in the place of a player who was erased. */
export function isPseudonym(gameUserId: string): boolean {
  return FORM.test(gameUserId)
}
