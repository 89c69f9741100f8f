const MAX_TYPED = 200
const ALLOWED = /^[\p{L}\p{M}\p{N}_.+-]{2,40}$/u

/** The code as it is stored: compatibility forms of Unicode, such as full-width letters, become ordinary ones. */
export function cleanCode(text: string): string | undefined {
  if (text.length > MAX_TYPED || !text.isWellFormed()) return undefined
  const code = text.normalize('NFKC').replaceAll(/[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
  return ALLOWED.test(code) ? code : undefined
}

/**
 * The form in which codes are compared, so that case, spaces and invisible characters do not matter. Undefined if no code can
 * look like this.
 */
export function codeKey(text: string): string | undefined {
  const code = cleanCode(text)
  // Upper case first: `ß` and `ss`, or the two forms of the Greek sigma, are the same then.
  return code?.toUpperCase().toLowerCase().normalize('NFKC')
}
