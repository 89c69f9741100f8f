import { AppError } from '../../errors.ts'

const MIN_LENGTH = 10
const MAX_LENGTH = 200
/** Of 4: at least 10^8 guesses, for someone who tries common passwords first. */
const MIN_SCORE = 3
/** The time of a check grows with the length. The beginning of a long password is enough to judge it. */
const CHECKED_LENGTH = 32
const MAX_SUBSTITUTIONS = 8
const MIN_NAME_LENGTH = 3
/** What a password needs besides the names of the account. */
const MIN_REST_LENGTH = 5
const SEPARATORS = /[\s@.+_-]+/g
const FIELD = 'body/password'

type Named = { email: string; name: string }

/** Length matters most. Rules about digits and symbols make people write passwords down. */
export async function requireGoodPassword(password: string, account: Named): Promise<void> {
  const length = [...password].length
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    throw new AppError('invalid_request', `A password must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`, {
      field: FIELD,
    })
  }
  const names = namesOf(account)
  const check = await loadChecker()
  if (withoutNames(password, names).length < MIN_REST_LENGTH || check(password, names) < MIN_SCORE) {
    const message = 'This password is easy to guess. Use several words that do not belong together'
    throw new AppError('invalid_request', message, { field: FIELD })
  }
}

/** What someone who knows the account tries first: address and name, as a whole, in parts, and without separators. */
function namesOf({ email, name }: Named): string[] {
  const [mailbox = '', domain = ''] = email.split('@')
  const texts = [email, mailbox, domain, name].map((text) => text.toLowerCase())
  const joined = texts.map((text) => text.replaceAll(SEPARATORS, ''))
  const words = texts.flatMap((text) => text.split(SEPARATORS))
  return [...new Set([...texts, ...joined, ...words])].filter(({ length }) => length >= MIN_NAME_LENGTH)
}

function withoutNames(password: string, names: string[]): string {
  const longestFirst = names.toSorted((a, b) => b.length - a.length)
  return longestFirst
    .reduce((text, name) => text.replaceAll(name, ''), password.toLowerCase())
    .replaceAll(SEPARATORS, '')
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
