export const CARD_STATES = ['active', 'used_up', 'expired', 'void'] as const
