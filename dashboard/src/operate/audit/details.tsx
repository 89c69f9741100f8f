import type { ReactElement } from 'react'
import { useMoney } from '../../app/money.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'

type Change = { from: number; to: number }

/** A change of a price in words; everything else as it was recorded. */
export function Details({ details }: { details: Record<string, unknown> }): ReactElement {
  const t = useTexts()
  const money = useMoney()
  const { currency } = useStore()
  const { priceMinor, changed, ...rest } = details
  const other = Object.entries(rest)
  if (Object.keys(details).length === 0) return <>–</>
  return (
    <>
      {isChange(priceMinor) && (
        <b className="block">
          {t('audit.price', { from: money(priceMinor.from, currency), to: money(priceMinor.to, currency) })}
        </b>
      )}
      {Array.isArray(changed) && <span className="block">{t('audit.changed', { fields: changed.join(', ') })}</span>}
      {other.length > 0 && <code className="xs brk">{JSON.stringify(rest)}</code>}
    </>
  )
}

function isChange(value: unknown): value is Change {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value
}
