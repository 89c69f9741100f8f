import { AppError } from '../../errors.ts'

/** How visitors of a store say or prove who they are. */
export const IDENTITY_PROVIDERS = ['name', 'minecraft', 'steam', 'discord', 'code'] as const
export type IdentityProvider = (typeof IDENTITY_PROVIDERS)[number]

/** `name` and `minecraft` are both typed into the same field. */
export function requireIdentityProviders(names: IdentityProvider[]): IdentityProvider[] {
  if (new Set(names).size !== names.length)
    throw new AppError('invalid_request', 'Name each identity provider at most once')
  if (names.includes('name') && names.includes('minecraft'))
    throw new AppError('invalid_request', 'Choose either "name" or "minecraft": both are names that the visitor types')
  return names
}
