import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { AppError } from './errors.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32

export type SealingKey = { id: string; key: Buffer }

/** A secret as it lies in the database, with the name of the key that opens it. */
export type Sealed = { keyId: string; sealed: Buffer }

export type Sealer = {
  /** `about` is bound to the secret: a sealed secret that is copied to another row does not open there. */
  seal: (secret: string, about: string) => Sealed
  open: (sealed: Sealed, about: string) => string
  /**
   * Tell whether two texts are the same without keeping them. Who has the database and not the keys cannot try texts out.
   * The first one is for keeping; the others are those that were kept before the keys changed.
   */
  fingerprints: (text: string) => [Buffer, ...Buffer[]]
  /** The key that seals now. */
  keyId: string | undefined
}

/** Keeps secrets that must be read again, with AES-256-GCM. The first key seals; the others still open what they sealed. */
export function createSealer(keys: SealingKey[]): Sealer {
  const [current] = keys
  const marking = keys.map(({ key }) =>
    Buffer.from(hkdfSync('sha256', key, '', 'quartermaster fingerprint', KEY_BYTES)),
  )
  return {
    keyId: current?.id,
    fingerprints(text) {
      const plain = createHash('sha256').update(text).digest()
      const [first, ...others] = marking.map((key) => createHmac('sha256', key).update(text).digest())
      return first ? [first, ...others, plain] : [plain]
    },
    seal(secret, about) {
      if (!current) throw noKey()
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(about))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return { keyId: current.id, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]) }
    },
    open({ keyId, sealed }, about) {
      const known = keys.find(({ id }) => id === keyId)
      if (!known)
        throw new AppError(
          'not_configured',
          `A secret was kept with the key "${keyId}", which SECRET_KEYS does not name`,
        )
      const decipher = createDecipheriv('aes-256-gcm', known.key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(about))
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      )
    },
  }
}

/** For what would only find out later, or only for some. */
export function requireSealingKey({ keyId }: Sealer): void {
  if (keyId === undefined) throw noKey()
}

function noKey(): AppError {
  return new AppError('not_configured', `There is no key to keep secrets with; set SECRET_KEYS. ${HINT}`)
}

const HINT = 'Make one with: node -e "console.log(`k1:${crypto.randomBytes(32).toString(`base64`)}`)"'

/** Reads `k2:<base64>,k1:<base64>`, the newest first. Undefined when that is not what it is. */
export function parseSealingKeys(text: string): SealingKey[] | undefined {
  const keys = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [id = '', encoded = ''] = part.split(':', 2)
      return { id, key: Buffer.from(encoded, 'base64') }
    })
  const ids = new Set(keys.map(({ id }) => id))
  const sound = keys.every(({ id, key }) => /^[a-z0-9]{1,16}$/.test(id) && key.length === KEY_BYTES)
  return sound && ids.size === keys.length ? keys : undefined
}
