import { AppError } from '../errors.ts'

/** Stored without `https://`, because the clients add it. */
export function normalizeHost(text: string): string {
  // Before the length check, because some letters have a longer lower case.
  const host = text
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '')
  if (host.length > 253 || !/^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*(:\d{1,5})?$/u.test(host)) {
    throw new AppError('invalid_request', `"${text}" is not a store address. Use a host name such as vale.example.`)
  }
  return host
}
