import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 32
const CHECKSUM_LENGTH = 6
const BODY = /^[0-9A-Za-z]{38}$/

/**
 * `<prefix><32 random><6 checksum>`. The prefix tells what the token is for. The checksum rejects a mistyped token without
 * a query, and lets scanners for leaked secrets recognise it.
 */
export function newSecretToken(prefix: string): string {
  let body = prefix
  for (let i = 0; i < RANDOM_LENGTH; i++) body += BASE62.charAt(randomInt(62))
  return body + checksumOf(body)
}

/** Whether a text is a token with this prefix and a valid checksum. */
export function isSecretToken(prefix: string, text: string): boolean {
  if (!text.startsWith(prefix) || !BODY.test(text.slice(prefix.length))) return false
  return text.endsWith(checksumOf(text.slice(0, -CHECKSUM_LENGTH)))
}

/** A token has more than 120 random bits and can't be guessed, so a fast hash is enough. */
export function hashSecretToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** The last characters, to distinguish tokens in a list. */
export function hintOf(token: string): string {
  return `…${token.slice(-4)}`
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
