export const SCHEMES = ['system', 'light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]
const STORED = 'scheme'

export function findScheme(): Scheme {
  const stored = localStorage.getItem(STORED)
  return SCHEMES.find((scheme) => scheme === stored) ?? 'system'
}

export function applyScheme(): void {
  const scheme = findScheme()
  if (scheme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = scheme
}

export function chooseScheme(scheme: Scheme): void {
  localStorage.setItem(STORED, scheme)
  applyScheme()
}
