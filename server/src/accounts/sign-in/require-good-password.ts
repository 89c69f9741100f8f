import { AppError } from '../../errors.ts'

const MIN_LENGTH = 10
const MAX_LENGTH = 200
/** Of 4: at least 10^8 guesses, for somebody who tries common passwords first. */
const MIN_SCORE = 3
/** The time of a check grows with the length. The beginning of a long password is enough to judge it. */
const CHECKED_LENGTH = 32
const MAX_SUBSTITUTIONS = 8
const FIELD = 'body/password'

/** Length matters most. Rules about digits and symbols make people write passwords down. */
export async function requireGoodPassword(password: string, { email }: { email: string }): Promise<void> {
  const length = [...password].length
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    throw new AppError('invalid_request', `A password must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`, {
      field: FIELD,
    })
  }
  const plain = password.toLowerCase()
  const names = [email, ...email.split(/[@.+_-]/)].filter((name) => name.length > 2)
  const check = await loadChecker()
  if (names.includes(plain) || plain === email.split('@')[0] || check(password, names) < MIN_SCORE) {
    const message = 'This password is easy to guess. Use several words that do not belong together'
    throw new AppError('invalid_request', message, { field: FIELD })
  }
}

type Check = (password: string, names: string[]) => number

let checker: Promise<Check> | undefined

/** Loaded with the first password: the lists take 8 MB, and most processes never need them. */
function loadChecker(): Promise<Check> {
  checker ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]).then(
    ([{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }]) => {
      const zxcvbn = new ZxcvbnFactory({
        dictionary,
        graphs: adjacencyGraphs,
        maxLength: CHECKED_LENGTH,
        l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
      })
      return (password, names) => zxcvbn.check(password, names).score
    },
  )
  return checker
}
