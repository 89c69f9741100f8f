import { createHash, randomInt } from 'node:crypto'
import type { StoreId } from '../../ids.ts'

/** Crockford's alphabet: no I, L, O or U, so that nothing looks like something else. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Tells a gift card from a coupon. */
const PREFIX = 'GIFT'
/** 80 random bits. */
const LENGTH = 16
const BODY = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`)
const MAX_TYPED = 100

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

function format(body: string): string {
  return [PREFIX, ...(body.match(/.{4}/g) ?? [])].join('-')
}
