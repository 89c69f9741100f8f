/** A second purchase extends the entitlement or creates an independent one. */
export const REBUY_RULES = ['extend', 'independent'] as const
export type Rebuy = (typeof REBUY_RULES)[number]

/** Console commands by stage. The game server replaces `{userId}`. */
export type StageCommands = { approve: string[]; refund: string[]; expire: string[] }
