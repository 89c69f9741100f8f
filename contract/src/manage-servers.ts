import { Type } from 'typebox'
import { component, enumOf, idOf, nullable, object, pageOf, Timestamp, Version } from './manage.ts'

const ServerName = Type.String({ minLength: 1, maxLength: 100, examples: ['lobby'] })
const Game = nullable(Type.String({ minLength: 1, maxLength: 100, examples: ['fivem'] }))
const Profile = enumOf(['standard', 'fivem', 'mta'])
const AllowedAddresses = Type.Array(
  Type.String({ minLength: 1, maxLength: 60, examples: ['203.0.113.7', '2001:db8::/32'] }),
  {
    maxItems: 50,
    description: 'IP addresses and CIDR ranges from which the keys of this server are accepted. Empty: any address.',
  },
)
const IpAddress = Type.String({
  description: 'An IPv4 address, or the /64 network of an IPv6 address.',
  examples: ['203.0.113.7', '2001:db8:1:2::/64'],
})

const ServerKey = object({
  id: idOf('key'),
  hint: Type.String({ description: 'The last characters of the key.' }),
  source: enumOf(['issued', 'imported']),
  createdAt: Timestamp,
  revokedAt: nullable(Timestamp),
  usedFrom: Type.Array(
    object({
      ipAddress: IpAddress,
      firstSeenAt: Timestamp,
      lastSeenAt: Timestamp,
      rejectedAt: nullable(Timestamp),
    }),
    { description: 'The addresses that used the key, most recent first. The times are approximate.' },
  ),
})

export const GameServer = component('GameServer', {
  id: idOf('srv'),
  name: ServerName,
  game: Game,
  profile: Profile,
  isDefault: Type.Boolean({ description: 'Products that name no server are delivered to this one.' }),
  port: nullable(Type.Integer({ minimum: 1, maximum: 65_535 })),
  registeredFrom: nullable(Type.String({ description: 'The IP address of the last registration (`init`).' })),
  allowedAddresses: AllowedAddresses,
  lastSeenAt: nullable(Timestamp),
  pendingDeliveries: Type.Integer({ minimum: 0, description: 'The number of deliveries in the queue of the server.' }),
  keys: Type.Array(ServerKey),
  warnings: Type.Array(
    object({
      code: enumOf(['concurrent_use', 'address_rejected']),
      message: Type.String(),
      keyId: idOf('key'),
      ipAddress: IpAddress,
      detectedAt: Timestamp,
    }),
    { description: 'Keys that are used from two addresses, or were used from an address that is not allowed.' },
  ),
  createdAt: Timestamp,
  version: Version,
})
export const GameServerPage = pageOf('GameServerPage', GameServer)
export const CreateServerBody = object({
  name: ServerName,
  game: Type.Optional(Game),
  profile: Type.Optional(Profile),
  allowedAddresses: Type.Optional(AllowedAddresses),
})
export const CreatedServer = component('CreatedServer', {
  id: idOf('srv'),
  keyId: idOf('key'),
  key: Type.String({ description: 'The server key. It is returned only once.' }),
  takenOverDeliveries: Type.Integer({
    minimum: 0,
    description: 'The number of deliveries that had no server and are now in the queue of this one.',
  }),
})
export const UpdateServerBody = object({
  name: Type.Optional(ServerName),
  game: Type.Optional(Game),
  profile: Type.Optional(Profile),
  allowedAddresses: Type.Optional(AllowedAddresses),
})
export const CreatedServerKey = component('CreatedServerKey', {
  id: idOf('key'),
  key: Type.String({ description: 'The server key. It is returned only once.' }),
})
export const ImportServerKeyBody = object({
  key: Type.String({
    minLength: 16,
    maxLength: 256,
    pattern: '^[\\x21-\\x7e]*$',
    description: 'The key exactly as the game server sends it.',
  }),
})
export const ImportedServerKey = component('ImportedServerKey', { id: idOf('key') })
export const RevokeServerKeysBody = object({
  keepNewest: Type.Boolean({ description: 'True revokes all keys except the newest. False revokes all keys.' }),
})
export const RevokedServerKeys = component('RevokedServerKeys', { keyIds: Type.Array(idOf('key')) })
