import { AppError } from '../../errors.ts'

const MIN_LENGTH = 10
const MAX_LENGTH = 200
const MIN_DISTINCT_CHARACTERS = 5
const FIELD = 'body/password'

/** Length matters most. Rules about digits and symbols make people write passwords down. */
export async function requireGoodPassword(password: string, { email }: { email: string }): Promise<void> {
  const length = [...password].length
  if (length < MIN_LENGTH || length > MAX_LENGTH) {
    throw new AppError('invalid_request', `A password must have ${MIN_LENGTH} to ${MAX_LENGTH} characters`, {
      field: FIELD,
    })
  }
  const [local = ''] = email.split('@')
  const plain = password.toLowerCase()
  if (new Set(plain).size < MIN_DISTINCT_CHARACTERS || plain === email || plain === local) {
    throw new AppError('invalid_request', 'This password is too easy to guess. Choose a longer one', { field: FIELD })
  }
}
