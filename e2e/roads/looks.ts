import { DESKTOP, PHONE } from '../storefront/browser.ts'
import { type Look, LOOKS, lookNumber } from '../storefront/look.ts'

/** In the gate each road runs once. Together they use every language, width and scheme, and pages without scripts. */
const LOOK_OF: Record<string, Look> = {
  R3: { locale: 'pt-BR', scheme: 'dark', width: PHONE, hasScript: true },
  R4: { locale: 'es', scheme: 'light', width: PHONE, hasScript: false },
  R5: { locale: 'en', scheme: 'light', width: DESKTOP, hasScript: true },
  R7: { locale: 'es', scheme: 'dark', width: DESKTOP, hasScript: true },
  R8: { locale: 'pt-BR', scheme: 'light', width: PHONE, hasScript: true },
  R11: { locale: 'en', scheme: 'light', width: DESKTOP, hasScript: true },
  R13: { locale: 'en', scheme: 'dark', width: DESKTOP, hasScript: true },
  R14: { locale: 'es', scheme: 'dark', width: PHONE, hasScript: true },
}

/** The look of a road in the gate, or all of them for the matrix. */
export function looksOf(road: string, isMatrix: boolean): Look[] {
  if (!isMatrix) return [LOOK_OF[road] ?? lookNumber(0, true)]
  return Array.from({ length: LOOKS }, (_, index) => [lookNumber(index, true), lookNumber(index, false)]).flat()
}
