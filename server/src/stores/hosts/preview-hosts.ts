import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { AppError } from '../../errors.ts'
import { hostNameOf } from '../../host-name.ts'
import type { StoreId } from '../../ids.ts'
import type { SealingKey } from '../../seal.ts'

/** A version of a theme, or a draft of the storefront, on a host of its own, for everyone who has the link. */
export type Preview = { storeId: StoreId; expiresAt: Date } & ({ version: number } | { draft: number })

export type PreviewHosts = {
  hostOf: (preview: Preview) => string
  /** From the name alone: nothing is stored. Undefined if it is not one of ours, or has expired. */
  find: (header: string) => Preview | undefined
}

export const PREVIEW_PREFIX = 'preview-'
/** Versions are below it. From here on, the number in the host is that of a draft. */
export const MAX_DRAFTS = 2 ** 23
const MINUTE_MS = 60_000
const BYTES = { store: 16, version: 3, minutes: 4, mac: 9 }
const SIGNED = BYTES.store + BYTES.version + BYTES.minutes

/**
 * A preview host is a label that contains the store, the version or draft, the time when it ends, and a signature, so that every process knows
 * it without a query. 72 bits cannot be guessed through requests.
 */
export function createPreviewHosts({ domain, keys }: { domain: string | undefined; keys: SealingKey[] }): PreviewHosts {
  const macKeys = keys.map(({ key }) => Buffer.from(hkdfSync('sha256', key, '', 'quartermaster preview', 32)))
  const sign = (key: Buffer, bytes: Buffer) => createHmac('sha256', key).update(bytes).digest().subarray(0, BYTES.mac)

  return {
    hostOf({ storeId, expiresAt, ...shown }) {
      const [key] = macKeys
      if (domain === undefined || !key)
        throw new AppError('not_configured', 'Previews need STOREFRONT_DOMAIN and SECRET_KEYS. Set both')
      const bytes = Buffer.alloc(SIGNED)
      Buffer.from(storeId.replaceAll('-', ''), 'hex').copy(bytes)
      const number = 'draft' in shown ? MAX_DRAFTS + shown.draft : shown.version
      bytes.writeUIntBE(number, BYTES.store, BYTES.version)
      bytes.writeUInt32BE(Math.floor(expiresAt.getTime() / MINUTE_MS), BYTES.store + BYTES.version)
      return `${PREVIEW_PREFIX}${encode(Buffer.concat([bytes, sign(key, bytes)]))}.${domain}`
    },
    find(header) {
      if (!header.toLowerCase().startsWith(PREVIEW_PREFIX) || domain === undefined) return undefined
      const name = hostNameOf(header)
      if (!name.endsWith(`.${domain}`)) return undefined
      const bytes = decode(name.slice(PREVIEW_PREFIX.length, -domain.length - 1))
      if (bytes?.length !== SIGNED + BYTES.mac) return undefined
      const signed = bytes.subarray(0, SIGNED)
      if (!macKeys.some((key) => timingSafeEqual(sign(key, signed), bytes.subarray(SIGNED)))) return undefined
      return readPreview(signed)
    },
  }
}

function readPreview(bytes: Buffer): Preview | undefined {
  const hex = bytes.toString('hex', 0, BYTES.store)
  const storeId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') as StoreId
  const expiresAt = new Date(bytes.readUInt32BE(BYTES.store + BYTES.version) * MINUTE_MS)
  if (expiresAt.getTime() <= Date.now()) return undefined
  const number = bytes.readUIntBE(BYTES.store, BYTES.version)
  return { storeId, expiresAt, ...(number >= MAX_DRAFTS ? { draft: number - MAX_DRAFTS } : { version: number }) }
}

/** Base 32 of RFC 4648 in small letters: hosts do not distinguish capitals. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567'

function encode(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET.charAt(Number.parseInt(five.padEnd(5, '0'), 2))).join('')
}

function decode(text: string): Buffer | undefined {
  if (!/^[a-z2-7]+$/.test(text)) return undefined
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
