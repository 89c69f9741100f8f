import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export type SigningCertificate = { pem: string; privateKey: KeyObject }

const DAY_MS = 24 * 60 * 60_000
const SHA256_WITH_RSA = sequence(objectId('2a864886f70d01010b'), tlv(0x05))

/** Creates a self-signed X.509 v1 certificate. Encodes it here, because Node.js cannot create certificates. */
export function makeCertificate({
  name = 'messageverificationcerts.paypal.com',
  validFrom = new Date(Date.now() - DAY_MS),
  validTo = new Date(Date.now() + DAY_MS),
}: { name?: string; validFrom?: Date; validTo?: Date } = {}): SigningCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const subject = sequence(tlv(0x31, sequence(objectId('550403'), tlv(0x0c, Buffer.from(name)))))
  const content = sequence(
    tlv(0x02, Buffer.from([1])),
    SHA256_WITH_RSA,
    subject,
    sequence(time(validFrom), time(validTo)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = tlv(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const base64 = sequence(content, SHA256_WITH_RSA, signature).toString('base64')
  const lines = base64.match(/.{1,64}/g) ?? []
  return { pem: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`, privateKey }
}

function sequence(...parts: Buffer[]): Buffer {
  return tlv(0x30, ...parts)
}

function objectId(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, 'hex'))
}

function time(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return tlv(0x17, Buffer.from(digits.slice(2)))
}

/** DER encodes everything as tag, length and value. */
function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const value = Buffer.concat(parts)
  const { length } = value
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), value])
}
