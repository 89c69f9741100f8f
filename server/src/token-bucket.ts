import { AppError } from './errors.ts'

/** So many calls a second, with a reserve for bursts. */
export type Rate = { perSecond: number; burst: number }
export type Bucket = { tokens: number; at: number }

export function fullBucket({ burst }: Rate, now = Date.now()): Bucket {
  return { tokens: burst, at: now }
}

/** Whether the next call would be let through. */
export function hasToken(bucket: Bucket, { perSecond }: Rate, now = Date.now()): boolean {
  return bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond >= 1
}

/** For a call that begins once more. */
export function giveBack(bucket: Bucket): void {
  bucket.tokens += 1
}

/** Refuses who has no token left, and says when there will be one. A clock that jumps back takes nothing away. */
export function takeToken(bucket: Bucket, { perSecond, burst }: Rate, now = Date.now()): void {
  bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond)
  bucket.at = now
  if (bucket.tokens < 1) {
    const retryAfter = Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond))
    throw new AppError('rate_limited', `Too many requests; try again in ${retryAfter} s`, { retryAfter })
  }
  bucket.tokens -= 1
}
