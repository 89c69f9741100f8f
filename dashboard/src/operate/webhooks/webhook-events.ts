import type { TextId } from '../../app/texts.tsx'

/** The types of events that an endpoint can receive. */
export const EVENTS: [type: string, text: TextId][] = [
  ['checkout.opened', 'webhook.event.checkout.opened'],
  ['checkout.paid', 'webhook.event.checkout.paid'],
  ['checkout.abandoned', 'webhook.event.checkout.abandoned'],
  ['checkout.refunded', 'webhook.event.checkout.refunded'],
  ['checkout.refund_refused', 'webhook.event.checkout.refund_refused'],
  ['checkout.disputed', 'webhook.event.checkout.disputed'],
  ['dispute.closed', 'webhook.event.dispute.closed'],
  ['payment.parked', 'webhook.event.payment.parked'],
  ['entitlement.expired', 'webhook.event.entitlement.expired'],
  ['subscription.started', 'webhook.event.subscription.started'],
  ['subscription.renewed', 'webhook.event.subscription.renewed'],
  ['subscription.past_due', 'webhook.event.subscription.past_due'],
  ['subscription.cancelled', 'webhook.event.subscription.cancelled'],
  ['subscription.ended', 'webhook.event.subscription.ended'],
  ['delivery.held', 'webhook.event.delivery.held'],
  ['server_key.concurrent_use', 'webhook.event.server_key.concurrent_use'],
  ['server_key.address_rejected', 'webhook.event.server_key.address_rejected'],
  ['endpoint.disabled', 'webhook.event.endpoint.disabled'],
]
