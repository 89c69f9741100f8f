import { Type } from 'typebox'
import { idOf, Moment, oneOf, orNull, PAGE_QUERY, pageOf, part, thing, Version } from './manage.ts'

const Name = Type.String({ minLength: 1, maxLength: 200, examples: ['Vale ⚔ Store'] })
const Url = Type.String({ minLength: 1, maxLength: 300, examples: ['vale.example'], description: 'Its host name' })
const RoleName = oneOf('owner', 'manager', 'support', 'viewer')
const Email = Type.String({ minLength: 3, maxLength: 254, examples: ['ada@vale.example'] })

export const ManagedStore = thing('ManagedStore', {
  id: idOf('sto'),
  name: Name,
  url: Url,
  plan: Type.String({ examples: ['BASIC'] }),
  expiresAt: orNull(Moment),
  currency: Type.String({ examples: ['BRL'] }),
  mode: oneOf('live', 'test'),
  defaultServerId: orNull(idOf('srv')),
  createdAt: Moment,
  version: Version,
})
export const MyStore = thing('MyStore', {
  id: idOf('sto'),
  name: Name,
  url: Url,
  plan: Type.String(),
  expiresAt: orNull(Moment),
  currency: Type.String(),
  mode: oneOf('live', 'test'),
  role: orNull(RoleName),
})
export const MyStorePage = pageOf('MyStorePage', 'MyStore')
export const NewStoreBody = part({
  name: Name,
  url: Url,
  currency: Type.String({ pattern: '^[A-Z]{3}$', examples: ['BRL'] }),
  mode: Type.Optional(oneOf('live', 'test')),
})
export const StoreEdit = part({ name: Type.Optional(Name), url: Type.Optional(Url) })
export const PlanBody = part({
  plan: Type.String({ minLength: 1, maxLength: 64, examples: ['ADVANCED'] }),
  expiresAt: orNull(Moment),
})

export const PlanList = thing('PlanList', {
  items: Type.Array(
    part({
      plan: Type.String(),
      stores: Type.Integer(),
      expired: Type.Integer({ description: 'Stores whose subscription is over' }),
    }),
  ),
})
export const ClockBody = part({
  seconds: Type.Integer({ minimum: 1, maximum: 3_660 * 86_400, description: 'By how much, ten years at the most' }),
})
export const StoreClock = thing('StoreClock', { now: Moment })

export const StoreMember = thing('StoreMember', {
  accountId: idOf('acc'),
  email: orNull(Email),
  name: Type.String(),
  role: RoleName,
  since: Moment,
})
export const StoreMemberPage = pageOf('StoreMemberPage', 'StoreMember')
export const RoleBody = part({ role: RoleName })
export const Invitation = thing('Invitation', {
  id: idOf('inv'),
  email: Email,
  role: RoleName,
  state: oneOf('open', 'accepted', 'revoked', 'expired'),
  createdAt: Moment,
  expiresAt: Moment,
})
export const InvitationPage = pageOf('InvitationPage', 'Invitation')
export const InvitationBody = part({ email: Email, role: RoleName })
export const AcceptBody = part({ token: Type.String({ minLength: 1, maxLength: 100 }) })
export const Membership = thing('Membership', { storeId: idOf('sto'), role: RoleName })

export const ApiToken = thing('ApiToken', {
  id: idOf('tok'),
  name: Type.String(),
  hint: Type.String({ description: 'Its last characters' }),
  scopes: Type.Array(Type.String({ examples: ['checkouts:read'] })),
  active: Type.Boolean(),
  createdBy: orNull(idOf('acc')),
  createdAt: Moment,
  expiresAt: orNull(Moment),
  lastUsedAt: orNull(Moment),
  lastUsedFrom: orNull(Type.String()),
  revokedAt: orNull(Moment),
})
export const ApiTokenPage = pageOf('ApiTokenPage', 'ApiToken')
export const NewTokenBody = part({
  name: Type.String({ minLength: 1, maxLength: 100, examples: ['Discord bot'] }),
  scopes: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { minItems: 1, maxItems: 64 }),
  expiresAt: Type.Optional(orNull(Moment)),
})
export const NewToken = thing('NewToken', {
  id: idOf('tok'),
  token: Type.String({ description: 'Shown once, here' }),
})

export const AuditEntry = thing('AuditEntry', {
  id: idOf('aud'),
  at: Moment,
  actor: part({
    kind: oneOf('member', 'token', 'operator', 'command_line'),
    id: orNull(Type.String()),
    name: Type.String(),
  }),
  action: Type.String({ description: 'The operation, by its name in this document' }),
  subject: orNull(Type.String({ description: 'What it was done to' })),
  details: Type.Object({}, { additionalProperties: true }),
  address: orNull(Type.String()),
  requestId: orNull(Type.String()),
})
export const AuditLogPage = pageOf('AuditLogPage', 'AuditEntry')
export const AUDIT_QUERY = part({
  ...PAGE_QUERY,
  actorId: Type.Optional(Type.String({ maxLength: 40 })),
  action: Type.Optional(Type.String({ maxLength: 64 })),
  subject: Type.Optional(Type.String({ maxLength: 300 })),
})
export const LIST_QUERY = part(PAGE_QUERY)

export const WhoAmI = thing('WhoAmI', {
  kind: oneOf('account', 'operator', 'token'),
  id: Type.String({ examples: ['acc_01h455vb4pex5vsknk084sn02q'] }),
  name: Type.String(),
  email: orNull(Email),
  storeId: orNull(idOf('sto')),
  scopes: orNull(Type.Array(Type.String())),
})
