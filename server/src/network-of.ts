import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { plainAddress } from './address-ranges.ts'

/** How many bits of an address belong to a network. Without `v4`, an IPv4 address is a network of its own. */
export type NetworkSize = { v4?: number; v6: number }

/** A network that can contain many people, such as the customers of a hosting company. An attacker can rent a whole one. */
export const LARGE_NETWORK: NetworkSize = { v4: 24, v6: 48 }
/** How many times the limit of a network applies to a large one. */
export const LARGE_NETWORK_FACTOR = 8

/**
 * The network of a client, for limits. IPv6 clients usually control a whole /64, and the customer of a provider often a /56
 * or a /48. An IPv4 address is the smallest network: its neighbours usually belong to other people. There is no address
 * after the connection was closed.
 */
export function networkOf(address: string | undefined, { v4 = 32, v6 }: NetworkSize = { v6: 64 }): string {
  const plain = plainAddress(address ?? '')
  const family = isIP(plain)
  if (family === 4) return v4 === 32 ? plain : `${prefixOf(plain.split('.').map(Number), 8, v4).join('.')}/${v4}`
  if (family !== 6) return plain
  const groups = prefixOf(groupsOf(plain), 16, v6).slice(0, Math.ceil(v6 / 16))
  return `${groups.map((group) => group.toString(16)).join(':')}::/${v6}`
}

function groupsOf(address: string): number[] {
  const [front = '', back] = address.split('::')
  const head = front.split(':').filter((group) => group !== '')
  const tail = (back ?? '').split(':').filter((group) => group !== '')
  const zeros = Array.from({ length: Math.max(8 - head.length - tail.length, 0) }, () => '0')
  return [...head, ...(back === undefined ? [] : zeros), ...tail].map((group) => Number.parseInt(group, 16))
}

function prefixOf(groups: number[], groupBits: number, bits: number): number[] {
  return groups.map((group, i) => {
    const dropped = Math.min(groupBits, Math.max(0, (i + 1) * groupBits - bits))
    return (group >> dropped) << dropped
  })
}

/** For records that name a network without storing its address. */
export function hashNetwork(address: string): string {
  return createHash('sha256').update(networkOf(address)).digest('hex').slice(0, 32)
}
