import { X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../errors.ts'

const MAX_CERTIFICATES = 16
const MAX_KNOWN_URLS = 64
const CERTIFICATE_TTL_MS = 24 * 60 * 60_000
const MAX_FAILURES = 256
const FAILURE_TTL_MS = 10_000
const MAX_FETCHES_PER_MINUTE = 60
const MAX_FILE_BYTES = 64 * 1024

export type FetchCertificate = (url: URL, receivedAt: Date) => Promise<X509Certificate>

/**
 * Caches certificates by address. The addresses come from callbacks that are not verified yet. Therefore failures are cached
 * separately and cannot evict certificates, and the number of fetches per minute is limited.
 */
export function createCertificateCache({ requestTimeoutMs }: { requestTimeoutMs: number }): FetchCertificate {
  const certificates = new LRUCache<string, X509Certificate>({ max: MAX_CERTIFICATES, ttl: CERTIFICATE_TTL_MS })
  const failures = new LRUCache<string, { failure: AppError; at: Date }>({ max: MAX_FAILURES })
  // These addresses are exempt from the limit, so that forged callbacks cannot prevent a refresh.
  const knownUrls = new LRUCache<string, true>({ max: MAX_KNOWN_URLS })
  const inFlight = new Map<string, Promise<X509Certificate>>()
  const takeFetch = createFetchLimit()

  async function fetchOnce(url: URL, at: Date): Promise<X509Certificate> {
    try {
      const certificate = await download(url, requestTimeoutMs)
      certificates.set(url.href, certificate)
      knownUrls.set(url.href, true)
      return certificate
    } catch (error) {
      const failure =
        error instanceof AppError
          ? error
          : new AppError('provider_unavailable', 'The certificate of PayPal is unavailable')
      failures.set(url.href, { failure, at })
      throw failure
    } finally {
      inFlight.delete(url.href)
    }
  }

  return async (url, receivedAt) => {
    const known = certificates.get(url.href) ?? inFlight.get(url.href)
    if (known) return known
    const last = failures.get(url.href)
    if (last && receivedAt.getTime() - last.at.getTime() < FAILURE_TTL_MS) throw last.failure
    if (!knownUrls.has(url.href) && !takeFetch(receivedAt))
      throw new AppError('signature_invalid', 'Callbacks have named too many different certificates in the last minute')
    const fetched = fetchOnce(url, receivedAt)
    inFlight.set(url.href, fetched)
    return fetched
  }
}

function createFetchLimit(): (at: Date) => boolean {
  let minute = 0
  let count = 0
  return (at) => {
    const now = Math.floor(at.getTime() / 60_000)
    if (now !== minute) count = 0
    minute = now
    return ++count <= MAX_FETCHES_PER_MINUTE
  }
}

async function download(url: URL, requestTimeoutMs: number): Promise<X509Certificate> {
  const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(requestTimeoutMs) })
  if (response.status >= 500 || response.status === 429) {
    await response.body?.cancel()
    throw new AppError('provider_unavailable', 'The certificate of PayPal is unavailable')
  }
  const pem = await readLimited(response)
  const certificate = response.ok && pem ? toCertificate(pem) : undefined
  if (certificate) return certificate
  throw new AppError('signature_invalid', 'There is no certificate at the address in paypal-cert-url')
}

async function readLimited(response: Response): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > MAX_FILE_BYTES) return undefined
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function toCertificate(pem: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(pem)
  } catch {
    return undefined
  }
}
