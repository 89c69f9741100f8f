import { Type } from 'typebox'
import { idOf, Moment, oneOf, orNull, pageOf, part, thing, Version } from './manage.ts'

const ServerName = Type.String({ minLength: 1, maxLength: 100, examples: ['lobby'] })
const Game = orNull(Type.String({ minLength: 1, maxLength: 100, examples: ['fivem'] }))
const Profile = oneOf('standard', 'fivem', 'mta')
const Addresses = Type.Array(Type.String({ minLength: 1, maxLength: 60, examples: ['203.0.113.7', '2001:db8::/32'] }), {
  maxItems: 50,
  description: 'Addresses, and ranges of them, from which its keys work; none: from everywhere',
})

const ServerKey = part({
  id: idOf('key'),
  hint: Type.String({ description: 'Its last characters' }),
  source: oneOf('issued', 'imported'),
  createdAt: Moment,
  revokedAt: orNull(Moment),
  usedFrom: Type.Array(
    part({
      address: Type.String({ description: 'Of IPv6 the network' }),
      firstSeenAt: Moment,
      lastSeenAt: Moment,
      refusedAt: orNull(Moment),
    }),
    { description: 'The latest first; written down now and then' },
  ),
})

export const GameServer = thing('GameServer', {
  id: idOf('srv'),
  name: ServerName,
  game: Game,
  profile: Profile,
  isDefault: Type.Boolean({ description: 'What names no server goes here' }),
  port: orNull(Type.Integer({ minimum: 1, maximum: 65_535 })),
  registeredFrom: orNull(Type.String({ description: 'The address of the last registration (init)' })),
  allowedAddresses: Addresses,
  lastSeenAt: orNull(Moment),
  keys: Type.Array(ServerKey),
  warnings: Type.Array(
    part({
      code: oneOf('second_address', 'refused_address'),
      message: Type.String(),
      keyId: idOf('key'),
      address: Type.String(),
      at: Moment,
    }),
    { description: 'A key in use at a second place, or at one where it may not be' },
  ),
  createdAt: Moment,
  version: Version,
})
export const GameServerPage = pageOf('GameServerPage', 'GameServer')
export const NewServerBody = part({
  name: ServerName,
  game: Type.Optional(Game),
  profile: Type.Optional(Profile),
  allowedAddresses: Type.Optional(Addresses),
})
export const NewServer = thing('NewServer', {
  id: idOf('srv'),
  keyId: idOf('key'),
  key: Type.String({ description: 'Shown once, here' }),
  takenOverDeliveries: Type.Integer({
    minimum: 0,
    description: 'How many commands were sold before there was a server, and go here',
  }),
})
export const ServerEdit = part({
  name: Type.Optional(ServerName),
  game: Type.Optional(Game),
  profile: Type.Optional(Profile),
  allowedAddresses: Type.Optional(Addresses),
})
export const IssuedKey = thing('IssuedKey', {
  id: idOf('key'),
  key: Type.String({ description: 'Shown once, here. Older keys go on working until they are revoked' }),
})
export const ImportKeyBody = part({
  key: Type.String({
    minLength: 16,
    maxLength: 256,
    pattern: '^[\\x21-\\x7e]*$',
    description: 'As the server sends it',
  }),
})
export const ImportedKey = thing('ImportedKey', { id: idOf('key') })
export const RevokeKeysBody = part({ which: oneOf('all-but-newest', 'all') })
export const RevokedKeys = thing('RevokedKeys', { revoked: Type.Array(idOf('key')) })
