import type { FastifyReply } from 'fastify'

const UNFRAMED = "frame-ancestors 'none'"

/**
 * Pages load everything from their own host. Forms are sent to it as well; only the checkout leads on to the page of a payment
 * provider, and browsers apply `form-action` to redirects.
 */
export function contentPolicy(formTargets: readonly string[] = []): string {
  const targets = ["'self'", ...formTargets].join(' ')
  return `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action ${targets}; base-uri 'none'; ${UNFRAMED}`
}

const BROWSE_POLICY = contentPolicy()

export function setPageHeaders(reply: FastifyReply, policy = BROWSE_POLICY): void {
  const { framedBy } = reply.request.visit ?? { framedBy: null }
  reply.header(
    'content-security-policy',
    framedBy === null ? policy : policy.replace(UNFRAMED, `frame-ancestors ${framedBy}`),
  )
  reply.header('referrer-policy', 'same-origin')
  reply.header('cross-origin-opener-policy', 'same-origin')
  reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
}
