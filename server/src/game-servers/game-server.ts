/** How the queue is presented to a client: as the interface defines it, or as one known client needs it. */
export const PROFILES = ['standard', 'fivem', 'mta'] as const
export type Profile = (typeof PROFILES)[number]
