import { BlockList, isIP } from 'node:net'

export type AddressRanges = { includes: (address: string) => boolean; isEmpty: boolean }

/** Ranges such as 10.0.0.0/8 and fd00::/8. Text that is not an address is in none of them. */
export function addressRanges(ranges: readonly string[]): AddressRanges {
  // Two lists, because a single one would match ::ffff:10.0.0.1 against 10.0.0.0/8.
  const v4 = new BlockList()
  const v6 = new BlockList()
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/')
    if (isIP(address) === 4) v4.addSubnet(address, Number(bits), 'ipv4')
    else v6.addSubnet(address, Number(bits), 'ipv6')
  }
  return {
    isEmpty: ranges.length === 0,
    includes(address) {
      const family = isIP(address)
      return family === 4 ? v4.check(address, 'ipv4') : family === 6 && v6.check(address, 'ipv6')
    },
  }
}

/** Normalizes an address: converts an IPv4-mapped IPv6 address to IPv4, and removes the zone. */
export function plainAddress(address: string): string {
  const [plain = ''] = address.split('%')
  const mapped = /^::ffff:(?:([\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i.exec(plain)
  if (!mapped) return plain
  const [, dotted, high = '0', low = '0'] = mapped
  if (dotted !== undefined) return dotted
  const [upper, lower] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [upper >> 8, upper & 255, lower >> 8, lower & 255].join('.')
}

/** Parses a range, or a single address, as people write it. Undefined if the text is neither. */
export function readRange(text: string): string | undefined {
  const [address = '', bits, ...rest] = text.trim().split('/')
  const plain = plainAddress(address)
  // The prefix length of an IPv4-mapped address counts the bits of the IPv6 address.
  if (rest.length > 0 || (bits !== undefined && plain !== address)) return undefined
  const range = `${plain}/${bits ?? (isIP(plain) === 4 ? 32 : 128)}`
  return isRange(range) ? range.toLowerCase() : undefined
}

/** Parses a list such as `10.0.0.0/8,fd00::/8`. Undefined if an entry is not a range. */
export function parseAddressRanges(text: string): AddressRanges | undefined {
  const ranges = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return ranges.every(isRange) ? addressRanges(ranges) : undefined
}

function isRange(range: string): boolean {
  const [address = '', bits = '', ...rest] = range.split('/')
  const family = isIP(address)
  return rest.length === 0 && family !== 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}
