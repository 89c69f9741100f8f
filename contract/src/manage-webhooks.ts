import { Type } from 'typebox'
import {
  component,
  enumOf,
  idOf,
  nullable,
  object,
  PAGE_QUERY,
  pageOf,
  Timestamp,
  timestamp,
  Version,
} from './manage.ts'

const Events = Type.Array(Type.String({ minLength: 1, maxLength: 64, examples: ['checkout.paid'] }), {
  maxItems: 100,
  description: 'The event types that the endpoint receives. Empty: all of them.',
})
const Secret = Type.String({ description: 'The signing secret. It is returned only once.' })
const OldSecretExpiresAt = nullable(
  timestamp('Until when events are also signed with the previous secret. Null: there is none.'),
)

export const WebhookEndpoint = component('WebhookEndpoint', {
  id: idOf('whe'),
  url: Type.String({ examples: ['https://shop.example/hooks'] }),
  events: Events,
  state: enumOf(['enabled', 'disabled']),
  disabledReason: nullable(
    enumOf(['staff', 'gone', 'failing'], {
      description:
        '`staff`: a staff member disabled it. `gone`: it responded with 410. `failing`: it failed for five days.',
    }),
  ),
  disabledAt: nullable(Timestamp),
  failingSince: nullable(Timestamp),
  oldSecretExpiresAt: OldSecretExpiresAt,
  pendingEvents: Type.Integer({ minimum: 0, description: 'The number of events that still have to be sent.' }),
  abandonedEvents: Type.Integer({
    minimum: 0,
    description: 'The number of events that are no longer retried. Resend them to try again.',
  }),
  createdAt: Timestamp,
  version: Version,
})
export const WebhookEndpointPage = pageOf('WebhookEndpointPage', WebhookEndpoint)
export const CreateWebhookBody = object({
  url: Type.String({ minLength: 1, maxLength: 2_000, examples: ['https://shop.example/hooks'] }),
  events: Type.Optional(Events),
})
export const CreatedWebhookEndpoint = component('CreatedWebhookEndpoint', {
  id: idOf('whe'),
  url: Type.String(),
  secret: Secret,
})
export const UpdateWebhookBody = object({ events: Events })
export const RotateWebhookSecretBody = object({
  expireOldSecret: Type.Optional(
    Type.Boolean({
      description:
        'Stop using the old secret now, for example because it leaked. By default it is used for one more day.',
    }),
  ),
})
export const RotatedWebhookSecret = component('RotatedWebhookSecret', {
  secret: Secret,
  oldSecretExpiresAt: OldSecretExpiresAt,
})
export const TestEvent = component('TestEvent', { eventId: idOf('evt') })
const WebhookAttempt = component('WebhookAttempt', {
  eventId: idOf('evt'),
  type: nullable(Type.String({ description: 'The event type. Null if the event has been deleted since.' })),
  sentAt: Timestamp,
  status: nullable(Type.Integer({ description: 'The HTTP status of the response. Null if there was no response.' })),
  error: nullable(Type.String({ description: 'Why there was no response.' })),
  durationMs: Type.Integer({ minimum: 0 }),
  body: nullable(Type.String({ description: 'The body that was sent. Null if the event has been deleted since.' })),
})
export const WebhookAttemptPage = pageOf('WebhookAttemptPage', WebhookAttempt)
export const ListWebhookAttemptsQuery = object({ ...PAGE_QUERY, eventId: Type.Optional(idOf('evt')) })
export const ResendFailedEventsBody = object({ since: timestamp('Resend events that were recorded since this time.') })
export const ResendResult = component('ResendResult', {
  resentEvents: Type.Integer({ minimum: 0, description: 'The number of events that are sent again.' }),
})
