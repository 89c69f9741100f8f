import { isSecretToken, newSecretToken } from '../secret-token.ts'

const PATTERN = /^(qm_[a-z0-9]{1,8}_)[0-9A-Za-z]{38}$/

/** `qm_<cell>_…`: the cell is in the key, so that a request can be routed without a lookup. */
export function newServerKey(cell: string): string {
  return newSecretToken(`qm_${cell}_`)
}

/** Whether a key has our format and a correct checksum. */
export function isOwnKey(key: string): boolean {
  const [, prefix] = PATTERN.exec(key) ?? []
  return prefix !== undefined && isSecretToken(prefix, key)
}

/** A key with our prefix and a wrong format or checksum is refused without a lookup. */
export function isForged(key: string): boolean {
  return key.startsWith('qm_') && !isOwnKey(key)
}
