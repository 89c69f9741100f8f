import { X509Certificate } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../errors.ts'

const KEPT_MOST = 16
const GOOD_MOST = 64
const KEPT_MS = 24 * 60 * 60_000
const FAILURES_MOST = 256
const FAILURE_KEPT_MS = 10_000
const FETCHES_PER_MINUTE = 60
const LARGEST_FILE = 64 * 1024

export type FetchCertificate = (url: URL, receivedAt: Date) => Promise<X509Certificate>

/**
 * Certificates by their address, fetched once. Anybody may send us addresses, before any signature is checked: what
 * was fetched well is never pushed out by what was not, and there are only so many fetches a minute.
 */
export function keepCertificates({ timeLimitMs }: { timeLimitMs: number }): FetchCertificate {
  const kept = new LRUCache<string, X509Certificate>({ max: KEPT_MOST, ttl: KEPT_MS })
  const failed = new LRUCache<string, { failure: AppError; at: Date }>({ max: FAILURES_MOST })
  // Where one was found before: strangers must not keep us from fetching it again.
  const good = new LRUCache<string, true>({ max: GOOD_MOST })
  const underWay = new Map<string, Promise<X509Certificate>>()
  const spend = fetchBudget()

  async function fetchOnce(url: URL, at: Date): Promise<X509Certificate> {
    try {
      const certificate = await download(url, timeLimitMs)
      kept.set(url.href, certificate)
      good.set(url.href, true)
      return certificate
    } catch (error) {
      const failure =
        error instanceof AppError ? error : new AppError('provider_unavailable', 'No certificate from PayPal')
      failed.set(url.href, { failure, at })
      throw failure
    } finally {
      underWay.delete(url.href)
    }
  }

  return async (url, receivedAt) => {
    const known = kept.get(url.href) ?? underWay.get(url.href)
    if (known) return known
    const last = failed.get(url.href)
    if (last && receivedAt.getTime() - last.at.getTime() < FAILURE_KEPT_MS) throw last.failure
    if (!good.has(url.href) && !spend(receivedAt))
      throw new AppError('signature_invalid', 'Too many certificates were named lately')
    const fetched = fetchOnce(url, receivedAt)
    underWay.set(url.href, fetched)
    return fetched
  }
}

function fetchBudget(): (at: Date) => boolean {
  let minute = 0
  let spent = 0
  return (at) => {
    const now = Math.floor(at.getTime() / 60_000)
    if (now !== minute) spent = 0
    minute = now
    return ++spent <= FETCHES_PER_MINUTE
  }
}

async function download(url: URL, timeLimitMs: number): Promise<X509Certificate> {
  const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeLimitMs) })
  if (answer.status >= 500 || answer.status === 429) {
    await answer.body?.cancel()
    throw new AppError('provider_unavailable', 'No certificate from PayPal')
  }
  const pem = await readLimited(answer)
  const certificate = answer.ok && pem ? toCertificate(pem) : undefined
  if (certificate) return certificate
  throw new AppError('signature_invalid', 'There is no certificate at the address that the callback names')
}

async function readLimited(answer: Response): Promise<Buffer | undefined> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.length
    if (size > LARGEST_FILE) return undefined
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
