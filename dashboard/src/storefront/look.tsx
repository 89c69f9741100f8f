import type { Manage } from '@quartermaster/sdk'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactElement, useState } from 'react'
import { api } from '../api/client.ts'
import { useTexts } from '../app/texts.tsx'
import { useMay, useStore } from '../shell/store-context.ts'
import { manageRequest } from '../ui/api-call.tsx'
import { Checks, checkedOf } from '../ui/checks.tsx'
import { Choice } from '../ui/choice.tsx'
import { Field } from '../ui/field.tsx'
import { Form, type FormState, valuesOf } from '../ui/form.tsx'
import { Note } from '../ui/note.tsx'
import { Panel } from '../ui/panel.tsx'
import { Goal } from './goal.tsx'
import { LANGUAGES } from './languages.ts'
import { Legal } from './legal.tsx'
import { LivePreview } from './live-preview.tsx'
import { StorefrontPage } from './storefront-page.tsx'

const SWITCHES = [
  'isOpen',
  'showRecentPurchases',
  'showTopSupporter',
  'showSupporterAmount',
  'showServerStatus',
] as const
/** The colors of each built-in theme, as long as the store chooses none. */
const USUAL_ACCENT: Record<string, string> = { vale: '#1d6b48', gala: '#6a2fc9' }

type BuiltInTheme = NonNullable<Parameters<typeof api.updateStorefront>[0]['theme']>

/** How the store looks, what it is called and what its home page shows. */
export function Look(): ReactElement {
  const t = useTexts()
  const store = useStore()
  const queryClient = useQueryClient()
  const mayWrite = useMay('catalog:write')
  const [isSaved, setSaved] = useState(false)
  const { data } = useSuspenseQuery({
    queryKey: ['storefront', store.id],
    queryFn: () => api.getStorefront({ storeId: store.id }),
  })

  const [typed, setTyped] = useState<Record<string, string>>()

  async function send(values: Record<string, string>): Promise<void> {
    setSaved(false)
    const change = changeOf(values, data)
    await api.updateStorefront({ storeId: store.id, ...change }, { ifMatch: data })
    await queryClient.invalidateQueries({ queryKey: ['storefront'] })
    setSaved(true)
  }

  function onInput({ currentTarget }: FormEvent<HTMLElement>): void {
    const form = currentTarget.querySelector('form')
    if (form) setTyped(valuesOf(form))
  }

  return (
    <StorefrontPage part="look" requests={[manageRequest('getStorefront', { storeId: store.id })]}>
      <div className="cols" onInput={onInput}>
        <Panel title={t('storefront.look')}>
          <div className="panel-body narrow-form">
            {mayWrite ? (
              <Form send={send} submit={t('save')} fields={['title', 'tagline', 'support', 'joinAddress', 'accent']}>
                {({ errorOf }) => <Inputs storefront={data} errorOf={errorOf} />}
              </Form>
            ) : (
              <p className="small soft">{t('storefront.readOnly')}</p>
            )}
            {isSaved && <Note kind="ok">{t('storefront.saved')}</Note>}
          </div>
        </Panel>
        {mayWrite && <LivePreview changes={typed ? changeOf(typed, data) : {}} />}
      </div>
      {mayWrite && <Goal storefront={data} />}
      {mayWrite && <Legal storefront={data} />}
    </StorefrontPage>
  )
}

type InputsProps = { storefront: Manage.Storefront; errorOf: FormState['errorOf'] }

function Inputs({ storefront, errorOf }: InputsProps): ReactElement {
  const t = useTexts()
  const { texts, theme, themeSettings, joinAddress, locales } = storefront
  const accent = themeSettings['accent']
  return (
    <>
      <Field
        label={t('storefront.title')}
        name="title"
        maxLength={100}
        defaultValue={texts.title}
        error={errorOf('title')}
      />
      <Field
        label={t('storefront.tagline')}
        name="tagline"
        maxLength={200}
        defaultValue={texts.tagline}
        error={errorOf('tagline')}
      />
      <Field
        label={t('storefront.support')}
        name="support"
        maxLength={500}
        defaultValue={texts.support}
        error={errorOf('support')}
        hint={t('storefront.supportHint')}
      />
      <Field
        label={t('storefront.joinAddress')}
        name="joinAddress"
        maxLength={100}
        defaultValue={joinAddress ?? ''}
        error={errorOf('joinAddress')}
        hint={t('storefront.joinAddressHint')}
      />
      <Choice
        label={t('storefront.theme')}
        name="theme"
        defaultValue={theme}
        options={Object.keys(USUAL_ACCENT).map((name) => [name, name])}
      />
      <Field
        label={t('storefront.accent')}
        name="accent"
        type="color"
        defaultValue={typeof accent === 'string' ? accent : (USUAL_ACCENT[theme] ?? '#1d6b48')}
        error={errorOf('accent')}
        hint={t('storefront.accentHint')}
      />
      <Choice
        label={t('storefront.language')}
        name="language"
        defaultValue={locales[0] ?? 'en'}
        options={LANGUAGES}
        hint={t('storefront.languageHint')}
      />
      <Checks legend={t('storefront.languages')} name="locale" options={LANGUAGES} checked={locales} />
      <Checks
        legend={t('storefront.home')}
        name="switch"
        options={SWITCHES.map((name) => [name, t(`storefront.switch.${name}`)])}
        checked={SWITCHES.filter((name) => storefront[name])}
      />
    </>
  )
}

/**
 * The default language is the first one. A color that the theme has anyway is not stored. Naming a built-in theme would replace the
 * store's own one, so it is named only if it is another one.
 */
function changeOf(values: Record<string, string>, { themeSettings, theme: oldTheme, themeVersion }: Manage.Storefront) {
  const { title = '', tagline = '', support = '', joinAddress = '', theme = '', accent = '', language = 'en' } = values
  const { accent: _old, ...settings } = themeSettings
  const others = checkedOf(values, 'locale').filter((locale) => locale !== language)
  const on = checkedOf(values, 'switch')
  return {
    texts: { title, tagline, support },
    joinAddress: joinAddress === '' ? null : joinAddress,
    ...((themeVersion === null || theme !== oldTheme) && { theme: theme as BuiltInTheme }),
    themeSettings: accent === USUAL_ACCENT[theme] ? settings : { ...settings, accent },
    locales: [language, ...others] as Manage.Storefront['locales'],
    ...(Object.fromEntries(SWITCHES.map((name) => [name, on.includes(name)])) as Record<
      (typeof SWITCHES)[number],
      boolean
    >),
  }
}
