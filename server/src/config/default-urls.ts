/** A wildcard address can't be called, and an IPv6 address needs brackets. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

type Origins = { publicUrl: string; storefrontDomain: string | undefined }

/** `api` below the domain of the storefronts; without that, the address of the management. */
export function defaultApiUrl({ publicUrl, storefrontDomain }: Origins): string {
  const url = URL.parse(publicUrl)
  if (storefrontDomain === undefined || !url) return publicUrl
  url.hostname = `api.${storefrontDomain}`
  return url.origin
}
