import { LRUCache } from 'lru-cache'
import { type Bucket, fullBucket, type Rate, takeToken } from '../token-bucket.ts'

export type TokenBuckets = { take: (who: string) => void }

/** A bucket for everyone who comes. The least recent callers are forgotten first, with a full bucket. */
export function createTokenBuckets({ now = Date.now, ...rate }: Rate & { now?: () => number }): TokenBuckets {
  const buckets = new LRUCache<string, Bucket>({ max: 100_000 })
  return {
    take(who) {
      let bucket = buckets.get(who)
      if (!bucket) buckets.set(who, (bucket = fullBucket(rate, now())))
      takeToken(bucket, rate, now())
    },
  }
}
