import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { AppError } from './errors.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16
export const KEY_BYTES = 32

export type SealingKey = { id: string; key: Buffer }

/** An encrypted secret with the id of its key. */
export type Sealed = { keyId: string; sealed: Buffer }

export type Sealer = {
  /** `context` is authenticated: an encrypted secret that is copied to another row can't be decrypted there. */
  seal: (secret: string, context: string) => Sealed
  open: (sealed: Sealed, context: string) => string
  /**
   * Compares texts without storing them. They can't be guessed from the database without the keys. Store the first
   * fingerprint; the others match fingerprints that were stored with older keys.
   */
  fingerprints: (text: string) => [Buffer, ...Buffer[]]
  /** Keys for one other purpose, of the newest key first. Empty without keys. */
  deriveKeys: (purpose: string) => Buffer[]
  /** The id of the key that encrypts. */
  keyId: string | undefined
}

/**
 * Encrypts secrets with AES-256-GCM. The first key encrypts; the others only decrypt. `sameBytes` derives the nonce from the secret and
 * its context, so that the same secret gives the same bytes and nothing else repeats a nonce.
 */
export function createSealer(keys: SealingKey[], { sameBytes = false } = {}): Sealer {
  const [current] = keys
  const deriveKeys = (purpose: string) =>
    keys.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', `quartermaster ${purpose}`, KEY_BYTES)))
  const fingerprintKeys = deriveKeys('fingerprint')
  return {
    deriveKeys,
    keyId: current?.id,
    fingerprints(text) {
      const plain = createHash('sha256').update(text).digest()
      const [first, ...others] = fingerprintKeys.map((key) => createHmac('sha256', key).update(text).digest())
      return first ? [first, ...others, plain] : [plain]
    },
    seal(secret, context) {
      if (!current) throw noKey()
      const [nonceKey] = sameBytes ? deriveKeys('nonce') : []
      const nonce = nonceKey
        ? createHmac('sha256', nonceKey)
            .update(JSON.stringify([context, secret]))
            .digest()
            .subarray(0, NONCE_BYTES)
        : randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', current.key, nonce, { authTagLength: TAG_BYTES })
      cipher.setAAD(Buffer.from(context))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return { keyId: current.id, sealed: Buffer.concat([nonce, cipher.getAuthTag(), text]) }
    },
    open({ keyId, sealed }, context) {
      const known = keys.find(({ id }) => id === keyId)
      if (!known)
        throw new AppError(
          'not_configured',
          `A secret is encrypted with the key "${keyId}", which is missing in SECRET_KEYS. Add it`,
        )
      const decipher = createDecipheriv('aes-256-gcm', known.key, sealed.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(context))
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
      return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
        'utf8',
      )
    },
  }
}

/** Fails early, before work that needs a key later. */
export function requireSealingKey({ keyId }: Sealer): void {
  if (keyId === undefined) throw noKey()
}

function noKey(): AppError {
  return new AppError('not_configured', `SECRET_KEYS is not set. ${HINT}`)
}

const HINT = 'Create a key with: node -e "console.log(`k1:${crypto.randomBytes(32).toString(`base64`)}`)"'

/** Parses `k2:<base64>,k1:<base64>`, the newest first. Returns undefined if the text is invalid. */
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
  const isValid = keys.every(({ id, key }) => /^[a-z0-9]{1,16}$/.test(id) && key.length === KEY_BYTES)
  return isValid && ids.size === keys.length ? keys : undefined
}
