import { Type } from 'typebox'
import { component, listOf, nullable, object, Timestamp } from './manage.ts'

const IdentityProvider = component('IdentityProvider', {
  name: Type.String({ description: 'The name of a service that signs players in.', examples: ['discord'] }),
  isConnected: Type.Boolean(),
  connectedAt: nullable(Timestamp),
  clientId: nullable(Type.String({ description: "The id of the store's application at the service." })),
  redirectPath: Type.String({
    description: 'Register this path on every host of the store as a redirect in the application.',
    examples: ['/who/discord/return'],
  }),
})
export const IdentityProviderList = listOf('IdentityProviderList', IdentityProvider)
export const ConnectIdentityProviderBody = object({
  clientId: Type.String({ minLength: 1, maxLength: 100, examples: ['157730590492196864'] }),
  clientSecret: Type.String({ minLength: 1, maxLength: 500 }),
})
