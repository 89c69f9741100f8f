const PSEUDONYM = /^erased-[0-9a-z]{26}$/

/** Whether this id replaces that of an erased player. */
export function isPseudonym(gameUserId: string): boolean {
  return PSEUDONYM.test(gameUserId)
}
