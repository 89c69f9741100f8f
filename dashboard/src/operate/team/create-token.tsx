import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Button } from '../../ui/button.tsx'
import { Checks, checkedOf } from '../../ui/checks.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'

/** Tokens can neither invite members nor create tokens. */
const NEVER = new Set(['members:write', 'tokens:read', 'tokens:write', 'store:plan'])
const DAYS = ['7', '30', '90', '365']
const DAY_MS = 86_400_000

export function CreateToken({ onCreated }: { onCreated: (token: string) => void }): ReactElement {
  const t = useTexts()
  const { id: storeId, permissions } = useStore()
  const scopes = permissions.filter((permission) => !NEVER.has(permission))

  async function create(values: Record<string, string>): Promise<void> {
    const { name = '', days = '90' } = values
    const expiresAt = days === '' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
    const created = await api.createToken({ storeId, name, scopes: checkedOf(values, 'scope'), expiresAt })
    onCreated(created.token)
  }

  return (
    <Confirm
      trigger={
        <Button kind="primary" icon="plus">
          {t('token.create')}
        </Button>
      }
      title={t('token.create')}
      submit={t('token.createSubmit')}
      kind="primary"
      fields={['name', 'expiresAt']}
      changes={['tokens']}
      run={create}
    >
      {({ errorOf }) => (
        <>
          <Field
            label={t('token.name')}
            name="name"
            required
            maxLength={100}
            placeholder="Discord bot"
            error={errorOf('name')}
          />
          <Choice
            label={t('token.expires')}
            name="days"
            defaultValue="90"
            options={[
              ...DAYS.map((days): [string, string] => [days, t('token.days', { days })]),
              ['', t('token.never')],
            ]}
          />
          <Checks legend={t('token.choose')} name="scope" options={scopes.map((scope) => [scope, scope])} />
        </>
      )}
    </Confirm>
  )
}
