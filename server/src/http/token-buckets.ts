import { type Bucket, fullBucket, type Rate, takeToken } from '../token-bucket.ts'
import { createTwoShelves } from '../two-shelves.ts'

const SHELF = 50_000

export type TokenBuckets = { take: (who: string) => void }

/** A bucket for everyone who comes. Who does not come for long is forgotten, with a full bucket. */
export function createTokenBuckets({ now = Date.now, ...rate }: Rate & { now?: () => number }): TokenBuckets {
  const buckets = createTwoShelves<string, Bucket>(SHELF)
  return {
    take(who) {
      let bucket = buckets.get(who)
      if (!bucket) buckets.set(who, (bucket = fullBucket(rate, now())))
      takeToken(bucket, rate, now())
    },
  }
}
