/** The screens that solve what this one shows. */
type Place = 'deliveries' | 'servers' | 'payments' | 'webhooks' | `orders/${string}` | 'orders'

// The router does not check addresses that are put together, so the journeys follow them.
export function placeOf(storeId: string, place: Place): '/' {
  return `/stores/${storeId}/${place}` as '/'
}
