import { AppError } from '../../errors.ts'
import { isSameSite } from '../../same-site.ts'
import type { Addresses } from './store-origin.ts'

export type HostSettings = Addresses & { singleOwner: boolean }

/** A store cannot take a host of the platform. */
export function requireOtherHost(host: string, { publicUrl, apiUrl }: Addresses): void {
  if ([publicUrl, apiUrl].some((url) => new URL(url).hostname === host))
    throw new AppError('conflict', `${host} is a host of the platform. Choose another one.`)
}

/** Domains below the one of the platform are labels, and the site of the management belongs to its operator. */
export function requireOtherDomain(host: string, settings: HostSettings): void {
  const { publicUrl, storefrontDomain, singleOwner } = settings
  requireOtherHost(host, settings)
  if (storefrontDomain !== undefined && `.${host}`.endsWith(`.${storefrontDomain}`))
    throw new AppError('invalid_request', `${host} belongs to the platform. Choose a label instead.`)
  if (!singleOwner && isSameSite(host, new URL(publicUrl).hostname))
    throw new AppError('invalid_request', `${host} is on the site of the management. Use a domain of your own.`)
}
