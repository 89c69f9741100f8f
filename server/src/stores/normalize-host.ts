import { AppError } from '../errors.ts'

/** Clients put `https://` in front themselves, so the address is kept without it. */
export function normalizeHost(text: string): string {
  // In small letters first: some letters are longer so.
  const host = text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '')
  if (host.length > 253 || !/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*(:\d{1,5})?$/u.test(host)) {
    throw new AppError('invalid_request', `"${text}" is not a store address; give its host name, like vale.example`)
  }
  return host
}
