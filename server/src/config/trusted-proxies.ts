import { type AddressRanges, addressRanges, readRange } from '../address-ranges.ts'

const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** The proxies whose forwarding headers count, such as `127.0.0.1,10.0.0.0/8` or `loopback`. Undefined if an entry is neither. */
export function parseTrustedProxies(text: string): AddressRanges | undefined {
  const entries = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const ranges = entries.flatMap((entry): readonly (string | undefined)[] =>
    Object.hasOwn(NAMED, entry) ? (NAMED[entry] ?? []) : [readRange(entry)],
  )
  return ranges.every((range) => range !== undefined) ? addressRanges(ranges) : undefined
}
