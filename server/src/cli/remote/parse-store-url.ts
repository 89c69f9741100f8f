import { InvalidArgumentError } from 'commander'

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Passwords and tokens are sent to this address, so it must use https unless it is on this machine. */
export function parseStoreUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname))
  if (!url || !isSafe || url.username || url.search || url.hash) {
    throw new InvalidArgumentError('Give an address such as https://store.example.')
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}
