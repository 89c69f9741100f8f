import type { StoreId } from '../ids.ts'

/** Players of a test store pay play money, and its owner can move its clock ahead. */
export type StoreMode = 'live' | 'test'

/** What a store shows to its game servers. */
export type StoreDetails = { id: StoreId; name: string; plan: string; expiresAt: Date | null; url: string }
