import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

type Options = { challenge: string }
type Lies = {
  origin?: string
  rpId?: string
  userVerified?: boolean
  /** Without going up: a copy of the key elsewhere has counted meanwhile. */
  counter?: number
  challenge?: string
}

/** A passkey in software: a key of the curve P-256, which signs what a browser would have it sign. */
export function createAuthenticator({ origin, rpId }: { origin: string; rpId: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let counter = 0

  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: false,
      }),
    )

  function authenticatorData(flags: number, lies: Lies, rest = Buffer.alloc(0)): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(lies.counter ?? ++counter)
    const verified = lies.userVerified === false ? 0 : USER_VERIFIED
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.of(flags | USER_PRESENT | verified), count, rest])
  }

  return {
    credentialId,
    create({ challenge }: Options, lies: Lies = {}): RegistrationResponseJSON {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)])
      const authData = authenticatorData(ATTESTED, lies, credential)
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authData)],
      ])
      return {
        id: text(credentialId),
        rawId: text(credentialId),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge, lies)),
          attestationObject: text(attestation),
          transports: ['internal'],
        },
      }
    },
    get({ challenge }: Options, lies: Lies = {}): AuthenticationResponseJSON {
      const client = clientData('webauthn.get', challenge, lies)
      const authData = authenticatorData(0, lies)
      return {
        id: text(credentialId),
        rawId: text(credentialId),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(client),
          authenticatorData: text(authData),
          signature: text(
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

/** An ES256 key as COSE writes it. */
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

function text(bytes: Buffer): string {
  return bytes.toString('base64url')
}
