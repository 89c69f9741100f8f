export const SUBSCRIPTION_STATES = ['pending', 'active', 'past_due', 'cancelling', 'ended'] as const
