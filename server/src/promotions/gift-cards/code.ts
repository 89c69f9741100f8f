import { createHash, randomInt, scrypt, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import type { StoreId } from '../../ids.ts'
import { codeKey } from '../codes/code-key.ts'

/** Crockford's alphabet: no I, L, O or U, so that nothing looks like something else. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Tells a gift card from a coupon. */
const PREFIX = 'GIFT'
/** 80 random bits. */
const LENGTH = 16
const BODY = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`)
const MAX_TYPED = 100
/** Of a code that another platform has made. */
const MIN_FOREIGN = 8
/** About 10 ms. */
const SLOW = { N: 4_096, r: 8, p: 1 }
const scryptAsync = promisify<string, string, number, ScryptOptions, Buffer>(scrypt)

/** Such as `GIFT-7K3M-9QWX-0HTB-52EC`. */
export function newGiftCardCode(): string {
  let body = ''
  for (let i = 0; i < LENGTH; i++) body += ALPHABET.charAt(randomInt(ALPHABET.length))
  return format(body)
}

/** The code that somebody typed, in lower case, with blanks, or with similar letters. Undefined if it is not a gift card. */
export function readGiftCardCode(typed: string): string | undefined {
  if (typed.length > MAX_TYPED) return undefined
  const text = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}_.]/gu, '')
  if (!text.startsWith(PREFIX)) return undefined
  const body = text.slice(PREFIX.length).replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  return BODY.test(body) ? format(body) : undefined
}

/** 80 bits can't be guessed, so a fast hash is enough. With the store, one guess is a guess for one store only. */
export function hashGiftCardCode(storeId: StoreId, code: string): Buffer {
  return createHash('sha256').update(`gift card ${storeId} ${code}`).digest()
}

/**
 * The same for what somebody typed: a code of ours, or one that was imported from another platform. Those have fewer random bits, so
 * they are hashed slowly. Undefined if no card can have this code.
 */
export async function hashTypedCode(storeId: StoreId, typed: string): Promise<Buffer | undefined> {
  const own = readGiftCardCode(typed)
  if (own !== undefined) return hashGiftCardCode(storeId, own)
  const foreign = codeKey(typed)?.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '') ?? ''
  if (foreign.length < MIN_FOREIGN) return undefined
  return scryptAsync(foreign, `gift card ${storeId}`, 32, SLOW)
}

function format(body: string): string {
  return [PREFIX, ...(body.match(/.{4}/g) ?? [])].join('-')
}
