import { STRICT_TRANSPORT } from './strict-transport.ts'

/**
 * The headers of every response of the management host. `policy` lists what a page may load; it must not contain
 * `unsafe-inline` or `unsafe-eval`. No one may frame the response, open it in their window group or read it from another site,
 * and scripts can insert markup only through a policy for Trusted Types, of which there is none.
 */
export function managementHeaders(publicUrl: string, policy: string): Record<string, string> {
  return {
    'content-security-policy': `${policy}; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    ...(publicUrl.startsWith('https://') && { 'strict-transport-security': STRICT_TRANSPORT }),
  }
}
