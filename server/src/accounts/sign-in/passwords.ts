import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createConcurrencyLimit } from '../../db/concurrency-limit.ts'
import { busy } from '../../errors.ts'

const derive = promisify(argon2)

const COST = { memory: 19_456, passes: 2 }
const TAG_BYTES = 32
/** Each hash needs 19 MiB and one of four threads. */
const MAX_CONCURRENT = 2
/** A few seconds of work. More requests are rejected instead of queued. */
const MAX_WAITING = 100
const PHC_STRING = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

export type Passwords = {
  hash: (password: string) => Promise<string>
  /** Takes the same time with and without a hash, so that the time does not reveal whether an account exists. */
  matches: (password: string, hash: string | null | undefined) => Promise<boolean>
}

/** Argon2id with the first parameters that OWASP recommends. Each hash contains them, so they can be raised later. */
export function createPasswords(cost = COST): Passwords {
  const limit = createConcurrencyLimit(MAX_CONCURRENT)
  let waiting = 0

  async function tagOf(password: string, nonce: Buffer, { memory, passes } = cost): Promise<Buffer> {
    if (waiting >= MAX_WAITING) throw busy()
    waiting++
    const fixed = { parallelism: 1, tagLength: TAG_BYTES }
    try {
      return await limit(() => derive('argon2id', { ...fixed, message: normalize(password), nonce, memory, passes }))
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
      const [, memory = '', passes = '', nonce = '', tag = ''] = PHC_STRING.exec(hash ?? '') ?? []
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

/** Keyboards can produce different code points for the same characters. */
function normalize(password: string): string {
  return password.normalize('NFKC')
}

function encode(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
