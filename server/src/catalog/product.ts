/** What a second purchase does: run on from the first, or stand on its own. */
export const REBUY_RULES = ['extend', 'independent'] as const
export type Rebuy = (typeof REBUY_RULES)[number]

/** Console commands by stage. `{userId}` stays as it is: the game server fills it in. */
export type StageCommands = { approve: string[]; refund: string[]; expire: string[] }
