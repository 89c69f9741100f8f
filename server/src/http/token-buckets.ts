import { LRUCache } from 'lru-cache'
import { type Bucket, fullBucket, type Rate, returnToken, takeToken } from '../token-bucket.ts'

const MAX_BUCKETS = 100_000

export type TokenBuckets = {
  /** Throws if no token is left. */
  take: (key: string) => void
  /** For a call that turned out not to count. */
  giveBack: (key: string) => void
}

/** A rate limit for each key. Keys that were not used for long are forgotten and get a full bucket again. */
export function createTokenBuckets({ now = Date.now, ...rate }: Rate & { now?: () => number }): TokenBuckets {
  const buckets = new LRUCache<string, Bucket>({ maxSize: MAX_BUCKETS, sizeCalculation: () => 1 })
  return {
    take(key) {
      let bucket = buckets.get(key)
      if (!bucket) buckets.set(key, (bucket = fullBucket(rate, now())))
      takeToken(bucket, rate, now())
    },
    giveBack(key) {
      const bucket = buckets.get(key)
      if (bucket) returnToken(bucket)
    },
  }
}
