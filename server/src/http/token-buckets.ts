import { LRUCache } from 'lru-cache'
import { AppError } from '../errors.ts'

type Bucket = { tokens: number; at: number }

export type TokenBuckets = { take: (who: string) => void }

/** So many calls a second, with a reserve for bursts. The least recent callers are forgotten first, with a full bucket. */
export function createTokenBuckets({
  perSecond,
  burst,
  now = Date.now,
}: {
  perSecond: number
  burst: number
  now?: () => number
}): TokenBuckets {
  const buckets = new LRUCache<string, Bucket>({ max: 100_000 })
  return {
    take(who) {
      const at = now()
      const bucket = buckets.get(who) ?? { tokens: burst, at }
      bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.at) / 1000) * perSecond)
      bucket.at = at
      buckets.set(who, bucket)
      if (bucket.tokens < 1) {
        const retryAfter = Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond))
        throw new AppError('rate_limited', `Too many requests; try again in ${retryAfter} s`, { retryAfter })
      }
      bucket.tokens -= 1
    },
  }
}
