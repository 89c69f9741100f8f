import { Type } from 'typebox'
import { idOf, Moment, oneOf, orNull, PAGE_QUERY, pageOf, part, thing, Version } from './manage.ts'

const Events = Type.Array(Type.String({ minLength: 1, maxLength: 64, examples: ['checkout.paid'] }), {
  maxItems: 100,
  description: 'What it hears of; none: everything',
})

export const WebhookEndpoint = thing('WebhookEndpoint', {
  id: idOf('whe'),
  url: Type.String({ examples: ['https://shop.example/hooks'] }),
  events: Events,
  state: oneOf('enabled', 'disabled'),
  disabledReason: orNull(oneOf('operator', 'gone', 'failing')),
  disabledAt: orNull(Moment),
  failingSince: orNull(Moment),
  oldSecretExpiresAt: orNull(Moment),
  pendingEvents: Type.Integer({ minimum: 0, description: 'Events that still have to be sent' }),
  abandonedEvents: Type.Integer({ minimum: 0, description: 'Events that are sent when you ask for it' }),
  createdAt: Moment,
  version: Version,
})
export const WebhookEndpointPage = pageOf('WebhookEndpointPage', 'WebhookEndpoint')
export const NewEndpointBody = part({
  url: Type.String({ minLength: 1, maxLength: 2_000, examples: ['https://shop.example/hooks'] }),
  events: Type.Optional(Events),
})
export const NewEndpoint = thing('NewEndpoint', {
  id: idOf('whe'),
  url: Type.String(),
  secret: Type.String({ description: 'Shown once, here' }),
})
export const EndpointEdit = part({ events: Events })
export const RotateSecretBody = part({
  expireOldSecret: Type.Optional(
    Type.Boolean({ description: 'The old one has leaked: it ends now instead of in a day' }),
  ),
})
export const NewSecret = thing('NewSecret', {
  secret: Type.String({ description: 'Shown once, here' }),
  oldSecretExpiresAt: orNull(Moment),
})
export const SentEvent = thing('SentEvent', { eventId: idOf('evt') })
export const WebhookAttempt = thing('WebhookAttempt', {
  eventId: idOf('evt'),
  type: orNull(Type.String({ description: 'Null: the event is forgotten by now' })),
  sentAt: Moment,
  status: orNull(Type.Integer({ description: 'What the receiver answered' })),
  error: orNull(Type.String({ description: 'Why there was no answer' })),
  durationMs: Type.Integer({ minimum: 0 }),
})
export const WebhookAttemptPage = pageOf('WebhookAttemptPage', 'WebhookAttempt')
export const ATTEMPT_QUERY = part({ ...PAGE_QUERY, eventId: Type.Optional(idOf('evt')) })
export const ResendFailedBody = part({ since: Moment })
export const ResentEvents = thing('ResentEvents', {
  resent: Type.Integer({ minimum: 0, description: 'How many events are sent again' }),
})
