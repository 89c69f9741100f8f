import { isSecretToken, newSecretToken } from '../secret-token.ts'

const FORM = /^(qm_[a-z0-9]{1,8}_)[0-9A-Za-z]{38}$/

/** `qm_<cell>_…`: the cell routes a request before any lookup. */
export function newServerKey(cell: string): string {
  return newSecretToken(`qm_${cell}_`)
}

/** Whether a key looks like one of ours and its checksum is right. Keys of other platforms do not look like ours. */
export function isOwnKey(key: string): boolean {
  const [, prefix] = FORM.exec(key) ?? []
  return prefix !== undefined && isSecretToken(prefix, key)
}

/** A key that claims to be ours and is not needs no lookup to be refused. */
export function isForged(key: string): boolean {
  return key.startsWith('qm_') && !isOwnKey(key)
}
