import { useLingui } from '@lingui/react'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { api } from '../../api/client.ts'
import { requirePercent } from '../../app/money.ts'
import { useTexts } from '../../app/texts.tsx'
import { WrongInput } from '../../app/wrong-input.ts'
import { useStore } from '../../shell/store-context.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/note.tsx'
import { Panel } from '../../ui/panel.tsx'

/** As it is typed: `19` or `19.5`, in percent. */
type Row = { country: string; percent: string }

/** The tax that prices include, which receipts show. */
export function Taxes(): ReactElement {
  const t = useTexts()
  const store = useStore()
  const queryClient = useQueryClient()
  const [isSaved, setSaved] = useState(false)
  const [rows, setRows] = useState<Row[]>(() =>
    store.taxRates.map(({ country, rate }) => ({ country, percent: String(rate / 100) })),
  )

  async function send(): Promise<void> {
    const taxRates = rows
      .filter(({ country, percent }) => country !== '' || percent !== '')
      .map(({ country, percent }) => ({
        country: requireCountry(country),
        rate: requirePercent(percent, TAX_PERCENT, 'taxRates'),
      }))
    await api.updateStore({ storeId: store.id, taxRates }, { ifMatch: store })
    setSaved(true)
    await queryClient.invalidateQueries({ queryKey: ['store'] })
  }

  const change = (index: number, part: Partial<Row>) =>
    setRows(rows.map((row, i) => (i === index ? { ...row, ...part } : row)))
  return (
    <Panel title={t('taxes.title')} foot={t('taxes.owes')}>
      <div className="panel-body narrow-form" onChange={() => setSaved(false)}>
        <Form key={store.version} send={send} submit={t('save')} fields={['taxRates']}>
          {({ errorOf }) => (
            <>
              <fieldset className="field">
                <legend className="label">{t('taxes.rates')}</legend>
                {rows.map((row, index) => (
                  <TaxRow
                    key={index}
                    row={row}
                    onChange={(part) => change(index, part)}
                    onRemove={() => setRows(rows.filter((_, i) => i !== index))}
                  />
                ))}
                <Button size="small" icon="plus" onClick={() => setRows([...rows, { country: '', percent: '' }])}>
                  {t('taxes.add')}
                </Button>
                {errorOf('taxRates') !== undefined && <FieldError>{errorOf('taxRates')}</FieldError>}
                <p className="hint">{t('taxes.ratesHint')}</p>
              </fieldset>
            </>
          )}
        </Form>
        {isSaved && <Note kind="ok">{t('storeSettings.saved')}</Note>}
      </div>
    </Panel>
  )
}

const TAX_PERCENT = { min: 0, max: 10_000 }

type RowProps = { row: Row; onChange: (part: Partial<Row>) => void; onRemove: () => void }

function TaxRow({ row: { country, percent }, onChange, onRemove }: RowProps): ReactElement {
  const t = useTexts()
  const { i18n } = useLingui()
  return (
    <div className="tax-row">
      <input
        aria-label={t('taxes.country')}
        value={country}
        placeholder="DE"
        onChange={(event) => onChange({ country: event.currentTarget.value })}
      />
      <span className="soft small truncate">{nameOf(country, i18n.locale)}</span>
      <input
        aria-label={t('taxes.rate')}
        value={percent}
        inputMode="decimal"
        placeholder="19"
        onChange={(event) => onChange({ percent: event.currentTarget.value })}
      />
      <span aria-hidden="true">%</span>
      <Button size="small" kind="quiet" aria-label={`${t('tiers.remove')}: ${country}`} onClick={onRemove}>
        {t('tiers.remove')}
      </Button>
    </div>
  )
}

function requireCountry(country: string): string {
  if (/^[a-z]{2}$/i.test(country.trim())) return country.trim().toUpperCase()
  throw new WrongInput('taxRates', 'taxes.wrongCountry', { country })
}

function nameOf(country: string, locale: string): string {
  if (!/^[a-z]{2}$/i.test(country)) return ''
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(country.toUpperCase()) ?? ''
}
