import type { StoreId } from '../ids.ts'

/** Players of a test store pay play money, and its owner can move its clock ahead. */
export type StoreMode = 'live' | 'test'

/** The data of a store that its game servers receive. */
export type StoreDetails = { id: StoreId; name: string; plan: string; expiresAt: Date | null; url: string }
