import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const STEP_SECONDS = 30
const DIGITS = 6
/** Accepts clocks that differ by half a minute, and codes that were typed slowly. */
const STEP_OFFSETS = [0, -1, 1]
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** 160 bits, like the hash. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(20))
}

/** Returns the time step of a code (RFC 6238), or undefined if the code is wrong. */
export function stepOfCode({ secret, code, now }: { secret: string; code: string; now: Date }): number | undefined {
  if (code.length !== DIGITS || !/^\d+$/.test(code)) return undefined
  const current = Math.floor(now.getTime() / 1000 / STEP_SECONDS)
  const given = Buffer.from(code)
  return STEP_OFFSETS.map((offset) => current + offset).find((step) =>
    timingSafeEqual(Buffer.from(codeOf(secret, step)), given),
  )
}

export function codeOf(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const at = mac.readUInt8(mac.length - 1) & 15
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The content of the QR code. */
export function totpUri({ secret, email }: { secret: string; email: string }): string {
  return `otpauth://totp/Quartermaster:${encodeURIComponent(email)}?secret=${secret}&issuer=Quartermaster`
}

export function toBase32(bytes: Buffer): string {
  let text = ''
  let carry = 0
  let bits = 0
  for (const byte of bytes) {
    carry = (carry << 8) | byte
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += BASE32.charAt((carry >> bits) & 31)
    }
    carry &= (1 << bits) - 1
  }
  return bits === 0 ? text : text + BASE32.charAt((carry << (5 - bits)) & 31)
}

function fromBase32(text: string): Buffer {
  const bytes: number[] = []
  let carry = 0
  let bits = 0
  for (const char of text) {
    carry = (carry << 5) | BASE32.indexOf(char)
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((carry >> bits) & 255)
    carry &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}
