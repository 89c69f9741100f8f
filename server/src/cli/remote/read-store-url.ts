import { InvalidArgumentError } from 'commander'

const HERE = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** A password or a token goes there, so it is https, except on this machine. */
export function readStoreUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && HERE.has(url.hostname))
  if (!url || !isSafe || url.username || url.search || url.hash) {
    throw new InvalidArgumentError('Give an address like https://store.example.')
  }
  return url.origin + url.pathname.replace(/\/+$/, '')
}
