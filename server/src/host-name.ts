import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

export const HOST_LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/** The host of a `Host` header, as hosts are stored and compared: in lower case, without port and trailing dot. */
export function hostNameOf(header: string): string {
  return header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
}

/** A domain as browsers send it: international names become punycode. Undefined for anything else, such as an address. */
export function parseDomain(text: string): string | undefined {
  const name = domainToASCII(hostNameOf(text.trim()))
  const labels = name.split('.')
  const isDomain = name.length <= 253 && labels.length > 1 && labels.every((label) => HOST_LABEL.test(label))
  return isDomain && isIP(name) === 0 ? name : undefined
}

/** Names and addresses of this machine, which only its own programs reach. */
export function isLoopbackName(name: string): boolean {
  return /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost|.+\.localhost)$/.test(name)
}
