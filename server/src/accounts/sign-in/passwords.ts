import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createConcurrencyLimit } from '../../db/concurrency-limit.ts'
import { AppError, busy } from '../../errors.ts'

const derive = promisify(argon2)

const COST = { memory: 19_456, passes: 2 }
const TAG_BYTES = 32
/** Each takes its memory and a thread of four; the others wait their turn. */
const AT_ONCE = 2
/** Some seconds of work. Whoever comes later is refused rather than kept waiting. */
const MOST_WAITING = 100
const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const LEAST_LENGTH = 10
const MOST_LENGTH = 200
const LEAST_DIFFERENT = 5
const FIELD = 'body/password'

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** The same work whether there is a hash or not, so that nobody learns from the time who has an account. */
  matches: (password: string, hash: string | null | undefined) => Promise<boolean>
}

/** Argon2id with the parameters that OWASP names first. They stand in each hash, so they can grow. */
export function createPasswords(cost = COST): Passwords {
  const gate = createConcurrencyLimit(AT_ONCE)
  let waiting = 0

  async function tagOf(password: string, nonce: Buffer, { memory, passes } = cost): Promise<Buffer> {
    if (waiting >= MOST_WAITING) throw busy()
    waiting++
    const fixed = { parallelism: 1, tagLength: TAG_BYTES }
    try {
      return await gate(() => derive('argon2id', { ...fixed, message: normal(password), nonce, memory, passes }))
    } finally {
      waiting--
    }
  }
  const decoy = randomBytes(16)

  return {
    async hash(password) {
      const nonce = randomBytes(16)
      const tag = await tagOf(password, nonce)
      return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=1$${encode(nonce)}$${encode(tag)}`
    },
    async matches(password, hash) {
      const [, memory = '', passes = '', nonce = '', tag = ''] = FORM.exec(hash ?? '') ?? []
      if (tag === '') {
        await tagOf(password, decoy)
        return false
      }
      const found = await tagOf(password, Buffer.from(nonce, 'base64'), {
        memory: Number(memory),
        passes: Number(passes),
      })
      const expected = Buffer.from(tag, 'base64')
      return found.length === expected.length && timingSafeEqual(found, expected)
    },
  }
}

/** Long is what counts; rules about digits and signs make people write passwords down. */
export function requireGoodPassword(password: string, { email }: { email: string }): void {
  const length = [...password].length
  if (length < LEAST_LENGTH || length > MOST_LENGTH) {
    throw new AppError('invalid_request', `A password has ${LEAST_LENGTH} to ${MOST_LENGTH} characters`, {
      field: FIELD,
    })
  }
  const [local = ''] = email.split('@')
  const plain = password.toLowerCase()
  if (new Set(plain).size < LEAST_DIFFERENT || plain === email || plain === local) {
    throw new AppError('invalid_request', 'This password is too easy to guess', { field: FIELD })
  }
}

/** The same letters typed on another keyboard. */
function normal(password: string): string {
  return password.normalize('NFKC')
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
