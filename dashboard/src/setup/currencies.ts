/** The ones that most stores use. The command line takes every currency. */
const BY_REGION: Record<string, string> = {
  AR: 'ARS',
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CL: 'CLP',
  CO: 'COP',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HU: 'HUF',
  IN: 'INR',
  JP: 'JPY',
  MX: 'MXN',
  NO: 'NOK',
  NZ: 'NZD',
  PE: 'PEN',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
  TR: 'TRY',
  US: 'USD',
  UY: 'UYU',
}

export const CURRENCIES = ['EUR', ...Object.values(BY_REGION)].sort()

/** The currency of the region that the browser names. */
export function usualCurrency(): string {
  const { region } = new Intl.Locale(navigator.language)
  return BY_REGION[region ?? ''] ?? 'EUR'
}
