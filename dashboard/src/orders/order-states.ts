export const ORDER_STATES = ['open', 'paid', 'refunded', 'disputed', 'abandoned'] as const

/** What the address of the list can hold. */
export const ORDER_SEARCH = { state: ORDER_STATES, player: 'text', reference: 'text', from: 'day', to: 'day' } as const
