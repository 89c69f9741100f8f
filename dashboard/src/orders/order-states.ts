export const ORDER_STATES = ['open', 'paid', 'refunded', 'disputed', 'abandoned'] as const
