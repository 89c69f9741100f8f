import { verify, type X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { AppError } from '../../errors.ts'
import { requireRecent, signedHeader } from '../callback-header.ts'
import type { FetchCertificate } from './paypal-certificates.ts'
import type { Callback } from '../provider.ts'

const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[A-Za-z0-9_-]{1,128}$/
/** The name PayPal's own packages ask for: the one for live and the one for its sandbox. */
const CERTIFICATE_NAME = /^CN=messageverificationcerts(\.[a-z-]+)*\.paypal\.com$/

type Trust = {
  webhookId: string
  /** The one place whose certificates count. */
  certificateOrigin: string
  fetchCertificate: FetchCertificate
}

/** What costs nothing is checked first, so that only a callback that looks right in everything else makes us fetch. */
export async function verifySignature(callback: Callback, trust: Trust): Promise<void> {
  const transmissionId = signedHeader(callback, 'paypal-transmission-id')
  const transmissionTime = signedHeader(callback, 'paypal-transmission-time')
  const signature = signedHeader(callback, 'paypal-transmission-sig')
  const certificateUrl = signedHeader(callback, 'paypal-cert-url')
  if (signedHeader(callback, 'paypal-auth-algo') !== 'SHA256withRSA')
    throw refused('The algorithm is not the agreed one')
  const signatureBytes = Buffer.from(signature, 'base64')
  // In one spelling only: decoding forgives blanks, another alphabet and missing ends.
  if (signatureBytes.toString('base64') !== signature) throw refused('The signature is not well formed')
  requireRecent(Date.parse(transmissionTime) / 1000, callback)
  const url = trustedUrl(certificateUrl, trust.certificateOrigin)

  const certificate = await trust.fetchCertificate(url, callback.receivedAt)
  requirePaypals(certificate, callback.receivedAt)
  const message = [transmissionId, transmissionTime, trust.webhookId, crc32(callback.body)].join('|')
  if (!verify('sha256', Buffer.from(message), certificate.publicKey, signatureBytes)) {
    throw refused('The signature does not fit')
  }
}

/** Compared as it was written: whatever a parser would tidy up has no business here. */
function trustedUrl(text: string, origin: string): URL {
  const path = text.slice(origin.length)
  if (!text.startsWith(origin) || !CERTIFICATE_PATH.test(path)) throw refused("The certificate is not at PayPal's")
  return new URL(text)
}

function requirePaypals(certificate: X509Certificate, at: Date): void {
  const { subject, validFromDate, validToDate, publicKey } = certificate
  if (at < validFromDate || at > validToDate) throw refused('The certificate is not valid at this time')
  if (publicKey.asymmetricKeyType !== 'rsa') throw refused('The certificate holds another kind of key')
  if (!subject.split('\n').some((part) => CERTIFICATE_NAME.test(part))) {
    throw refused('The certificate is not one that PayPal signs callbacks with')
  }
}

function refused(message: string): AppError {
  return new AppError('signature_invalid', message)
}
