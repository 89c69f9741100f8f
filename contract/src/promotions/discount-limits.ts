/**
 * What a percentage can be, in basis points: 100 is 1 %. For the server and for the packages that clients use.
 * It has no imports, because `scripts/build-sdk.ts` copies it into the published SDK.
 */

type PercentLimits = { min: number; max: number }

/** A sale applies to everybody. It cannot make a product free, because nobody notices that in time. */
export const SALE_PERCENT: PercentLimits = { min: 100, max: 9_000 }
export const COUPON_PERCENT: PercentLimits = { min: 100, max: 10_000 }
/** A creator can have a code that gives buyers nothing. */
export const CREATOR_PERCENT: PercentLimits = { min: 0, max: 10_000 }
/** The part of what is paid that a creator gets. */
export const SHARE_PERCENT: PercentLimits = { min: 0, max: 10_000 }
