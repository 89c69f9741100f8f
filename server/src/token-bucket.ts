import { AppError } from './errors.ts'

/** `perSecond` calls on average; an idle caller can make up to `burst` calls at once. */
export type Rate = { perSecond: number; burst: number }
export type Bucket = { tokens: number; at: number }

export function fullBucket({ burst }: Rate, now = Date.now()): Bucket {
  return { tokens: burst, at: now }
}

/** For a call that is handled a second time, by another path. */
export function returnToken(bucket: Bucket): void {
  bucket.tokens += 1
}

/** Throws if no token is left, with the time until the next one. A clock that jumps back takes no tokens away. */
export function takeToken(bucket: Bucket, { perSecond, burst }: Rate, now = Date.now()): void {
  bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond)
  bucket.at = now
  if (bucket.tokens < 1) {
    const retryAfter = Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond))
    throw new AppError('rate_limited', `Too many requests; try again in ${retryAfter} s`, { retryAfter })
  }
  bucket.tokens -= 1
}
