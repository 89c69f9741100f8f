import { verify, type X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { AppError } from '../../errors.ts'
import { requireRecentSignature, requireSingleHeader } from '../callback-signature.ts'
import type { FetchCertificate } from './paypal-certificates.ts'
import type { Callback } from '../provider.ts'

const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[A-Za-z0-9_-]{1,128}$/
/** The subjects that PayPal's own packages accept, for live and sandbox. */
const CERTIFICATE_NAME = /^CN=messageverificationcerts(\.[a-z-]+)*\.paypal\.com$/
const SANDBOX_NAME = /\.sandbox\.paypal\.com$/

type VerificationOptions = {
  webhookId: string
  isLive: boolean
  /** Only certificates from this origin are trusted. */
  certificateOrigin: string
  fetchCertificate: FetchCertificate
}

/** The cheap checks run first, so that a certificate is fetched only if everything else is valid. */
export async function verifySignature(callback: Callback, options: VerificationOptions): Promise<void> {
  const transmissionId = requireSingleHeader(callback, 'paypal-transmission-id')
  const transmissionTime = requireSingleHeader(callback, 'paypal-transmission-time')
  const signature = requireSingleHeader(callback, 'paypal-transmission-sig')
  const certificateUrl = requireSingleHeader(callback, 'paypal-cert-url')
  if (requireSingleHeader(callback, 'paypal-auth-algo') !== 'SHA256withRSA')
    throw invalidSignature('The header paypal-auth-algo must be SHA256withRSA')
  const signatureBytes = Buffer.from(signature, 'base64')
  // Accepts the canonical encoding only, because the decoder ignores blanks and missing padding.
  if (signatureBytes.toString('base64') !== signature) throw invalidSignature('The signature is malformed')
  requireRecentSignature(Date.parse(transmissionTime) / 1000, callback)
  const url = requireTrustedUrl(certificateUrl, options.certificateOrigin)

  const certificate = await options.fetchCertificate(url, callback.receivedAt)
  requirePaypalCertificate(certificate, callback.receivedAt, options)
  const message = [transmissionId, transmissionTime, options.webhookId, crc32(callback.body)].join('|')
  if (!verify('sha256', Buffer.from(message), certificate.publicKey, signatureBytes)) {
    throw invalidSignature('The signature is wrong. Check the webhookId.')
  }
}

/** Compares the raw text, because a URL parser would normalise it. */
function requireTrustedUrl(text: string, origin: string): URL {
  const path = text.slice(origin.length)
  if (!text.startsWith(origin) || !CERTIFICATE_PATH.test(path))
    throw invalidSignature('The header paypal-cert-url is not an address of PayPal')
  return new URL(text)
}

function requirePaypalCertificate(
  certificate: X509Certificate,
  at: Date,
  { isLive }: Pick<VerificationOptions, 'isLive'>,
): void {
  const { subject, validFromDate, validToDate, publicKey } = certificate
  if (at < validFromDate || at > validToDate) throw invalidSignature('The certificate has expired or is not valid yet')
  if (publicKey.asymmetricKeyType !== 'rsa') throw invalidSignature('The certificate has no RSA key')
  const isTrusted = (part: string) => CERTIFICATE_NAME.test(part) && !(isLive && SANDBOX_NAME.test(part))
  if (!subject.split('\n').some(isTrusted)) {
    throw invalidSignature('The certificate was not issued for PayPal callbacks')
  }
}

function invalidSignature(message: string): AppError {
  return new AppError('signature_invalid', message)
}
