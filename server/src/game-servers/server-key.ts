import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const FORM = /^qm_[a-z0-9]{1,8}_[0-9A-Za-z]{38}$/
const CHECKSUM_LENGTH = 6

/**
 * `qm_<cell>_<32 random><6 checksum>`. The cell routes a request before any lookup; the checksum
 * turns a mistyped key away without one, and lets scanners for leaked secrets be sure.
 */
export function newServerKey(cell: string): string {
  let body = `qm_${cell}_`
  for (let i = 0; i < 32; i++) body += BASE62.charAt(randomInt(62))
  return body + checksumOf(body)
}

/** Whether a key looks like one of ours and its checksum is right. Keys of other platforms do not look like ours. */
export function isOwnKey(key: string): boolean {
  return FORM.test(key) && key.endsWith(checksumOf(key.slice(0, -CHECKSUM_LENGTH)))
}

/** A key that claims to be ours and is not needs no lookup to be refused. */
export function isForged(key: string): boolean {
  return key.startsWith('qm_') && !isOwnKey(key)
}

/** Keys hold more than 120 random bits, so one fast hash is enough: there is no password to guess. */
export function hashServerKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

/** Enough to tell two keys apart in a list, far too little to use one. */
export function hintOf(key: string): string {
  return `…${key.slice(-4)}`
}

function checksumOf(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    text = BASE62.charAt(rest % 62) + text
    rest = Math.floor(rest / 62)
  }
  return text
}
