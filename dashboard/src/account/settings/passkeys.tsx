import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useDates } from '../../app/dates.ts'
import { useTexts } from '../../app/texts.tsx'
import { Action } from '../../ui/action.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'
import { addPasskey } from '../passkeys.ts'

export function Passkeys(): ReactElement {
  const t = useTexts()
  const { day } = useDates()
  const queryClient = useQueryClient()
  const passkeys = useQuery({ queryKey: ['passkeys'], queryFn: () => api.listPasskeys() })

  async function send({ name = '' }: Record<string, string>): Promise<void> {
    await addPasskey(name)
    await queryClient.invalidateQueries({ queryKey: ['passkeys'] })
  }

  return (
    <Panel title={t('settings.passkeys')}>
      <ul className="rows">
        {passkeys.data?.items.map(({ id, name, createdAt, lastUsedAt }) => (
          <li key={id}>
            <span>
              <b className="td-main">{name}</b>
              <span className="small muted">
                {t('settings.added', { day: day(createdAt) })}
                {lastUsedAt !== null && ` · ${t('settings.used', { day: day(lastUsedAt) })}`}
              </span>
            </span>
            <Action kind="danger" run={() => api.deletePasskey({ passkeyId: id })} changes={['passkeys', 'account']}>
              {t('remove')}
            </Action>
          </li>
        ))}
      </ul>
      <div className="panel-body narrow-form">
        <p className="small soft">{t('settings.passkeysWhy')}</p>
        <Form send={send} submit={t('settings.addPasskey')} fields={['name']}>
          {({ errorOf }) => (
            <Field
              label={t('settings.passkeyName')}
              name="name"
              maxLength={100}
              required
              defaultValue={t('settings.thisDevice')}
              error={errorOf('name')}
            />
          )}
        </Form>
      </div>
    </Panel>
  )
}
