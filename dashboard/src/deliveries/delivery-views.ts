/** The tabs of the deliveries, after those that need a decision. */
export const DELIVERY_VIEWS = ['waiting', 'held', 'ran', 'all'] as const
