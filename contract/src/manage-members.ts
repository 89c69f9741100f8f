import { Type } from 'typebox'
import { MemberRole } from './manage-store.ts'
import { component, Email, enumOf, idOf, nullable, object, pageOf, Timestamp, timestamp } from './manage.ts'

const Member = component('Member', {
  accountId: idOf('acc'),
  email: nullable(Email),
  name: Type.String(),
  role: MemberRole,
  joinedAt: Timestamp,
})
export const MemberPage = pageOf('MemberPage', Member)
export const UpdateMemberRoleBody = object({ role: MemberRole })

export const Invitation = component('Invitation', {
  id: idOf('inv'),
  email: Email,
  role: MemberRole,
  state: enumOf(['open', 'accepted', 'revoked', 'expired']),
  createdAt: Timestamp,
  expiresAt: Timestamp,
})
export const InvitationPage = pageOf('InvitationPage', Invitation)
export const InviteMemberBody = object({ email: Email, role: MemberRole })
export const AcceptInvitationBody = object({
  token: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'The part after `#token=` of the link in the e-mail.',
  }),
})
export const Membership = component('Membership', { storeId: idOf('sto'), role: MemberRole })

const Scopes = Type.Array(Type.String({ minLength: 1, maxLength: 64, examples: ['checkouts:read'] }), {
  minItems: 1,
  maxItems: 64,
})
const ApiToken = component('ApiToken', {
  id: idOf('tok'),
  name: Type.String(),
  hint: Type.String({ description: 'The last characters of the token.' }),
  scopes: Scopes,
  isActive: Type.Boolean({ description: 'The token is neither revoked nor expired.' }),
  createdBy: nullable(idOf('acc')),
  createdAt: Timestamp,
  expiresAt: nullable(Timestamp),
  lastUsedAt: nullable(Timestamp),
  lastUsedFrom: nullable(Type.String({ description: 'The IP address that last used the token.' })),
  revokedAt: nullable(Timestamp),
})
export const ApiTokenPage = pageOf('ApiTokenPage', ApiToken)
export const CreateTokenBody = object({
  name: Type.String({ minLength: 1, maxLength: 100, examples: ['Discord bot'] }),
  scopes: Scopes,
  expiresAt: Type.Optional(nullable(timestamp('Default: in 90 days. Null: the token does not expire.'))),
})
export const CreatedApiToken = component('CreatedApiToken', {
  id: idOf('tok'),
  token: Type.String({ description: 'The token. It is returned only once.' }),
  expiresAt: nullable(Timestamp),
})
