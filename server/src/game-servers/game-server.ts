/** How the queue is shown to a client: as the interface says, or as one known client needs it. */
export const PROFILES = ['standard', 'fivem', 'mta'] as const
export type Profile = (typeof PROFILES)[number]
