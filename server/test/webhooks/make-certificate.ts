import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

/** Creates a self-signed certificate for one host name, valid for a day. Encoded here, so no external tool is needed. */
export function makeCertificate(host: string): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(COMMON_NAME, derElement(0x0c, Buffer.from(host)))))
  const names = sequence(derElement(0x82, Buffer.from(host)))
  const extensions = sequence(
    sequence(SUBJECT_ALT_NAME, derElement(0x04, names)),
    sequence(BASIC_CONSTRAINTS, derElement(0x04, sequence(derElement(0x01, Buffer.from([0xff]))))),
  )
  const now = Date.now()
  const body = sequence(
    derElement(0xa0, derElement(0x02, Buffer.from([2]))),
    derElement(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    sequence(ECDSA_WITH_SHA256),
    name,
    sequence(time(now - 3_600_000), time(now + 86_400_000)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    derElement(0xa3, extensions),
  )
  const signature = sign('sha256', body, privateKey)
  const der = sequence(
    body,
    sequence(ECDSA_WITH_SHA256),
    derElement(0x03, Buffer.concat([Buffer.from([0]), signature])),
  )
  const lines = der.toString('base64').replace(/(.{64})/g, '$1\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function derElement(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: Buffer[]) => derElement(0x30, Buffer.concat(parts))
const set = (...parts: Buffer[]) => derElement(0x31, Buffer.concat(parts))
const time = (ms: number) => derElement(0x18, Buffer.from(new Date(ms).toISOString().replace(/[-:T]|\.\d+/g, '')))

const COMMON_NAME = Buffer.from('0603550403', 'hex')
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex')
const BASIC_CONSTRAINTS = Buffer.from('0603551d13', 'hex')
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')
