import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

type Options = { challenge: string }
/** Wrong values that a test puts into a response. */
type Overrides = {
  origin?: string
  rpId?: string
  userVerified?: boolean
  /** A counter that does not increase shows that the key was copied. */
  counter?: number
  challenge?: string
}

/** A passkey in software: a P-256 key pair that creates the same responses as a browser with a real authenticator. */
export function createAuthenticator({ origin, rpId }: { origin: string; rpId: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let counter = 0

  const clientData = (type: string, challenge: string, overrides: Overrides) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: overrides.challenge ?? challenge,
        origin: overrides.origin ?? origin,
        crossOrigin: false,
      }),
    )

  function authenticatorData(flags: number, overrides: Overrides, rest = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(overrides.counter ?? ++counter)
    const verified = overrides.userVerified === false ? 0 : USER_VERIFIED
    return Buffer.concat([sha256(overrides.rpId ?? rpId), Buffer.of(flags | USER_PRESENT | verified), count, rest])
  }

  return {
    credentialId,
    create({ challenge }: Options, overrides: Overrides = {}): RegistrationResponseJSON {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)])
      const authData = authenticatorData(ATTESTED, overrides, credential)
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ])
      return {
        id: base64url(credentialId),
        rawId: base64url(credentialId),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, overrides)),
          attestationObject: base64url(attestation),
          transports: ['internal'],
        },
      }
    },
    get({ challenge }: Options, overrides: Overrides = {}): AuthenticationResponseJSON {
      const client = clientData('webauthn.get', challenge, overrides)
      const authData = authenticatorData(0, overrides)
      return {
        id: base64url(credentialId),
        rawId: base64url(credentialId),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(authData),
          signature: base64url(
            sign('sha256', Buffer.concat([authData, createHash('sha256').update(client).digest()]), privateKey),
          ),
        },
      }
    },
  }
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const ATTESTED = 0x40

/** An ES256 public key in COSE encoding. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cborMap([
    [cborInteger(1), cborInteger(2)],
    [cborInteger(3), cborInteger(-7)],
    [cborInteger(-1), cborInteger(1)],
    [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}

function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.of((major << 5) | value)
  return value < 256 ? Buffer.of((major << 5) | 24, value) : Buffer.of((major << 5) | 25, value >> 8, value & 255)
}
const cborInteger = (value: number) => (value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value))
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (value: string) => Buffer.concat([cborHead(3, value.length), Buffer.from(value)])
const cborMap = (pairs: [Buffer, Buffer][]) => Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()])

function sha256(value: string): Buffer {
  return createHash('sha256').update(value).digest()
}

function base64url(bytes: Buffer): string {
  return bytes.toString('base64url')
}
