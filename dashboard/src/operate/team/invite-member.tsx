import type { ReactElement } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { ROLES, roleOf } from './roles.ts'

export function InviteMember(): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  return (
    <Confirm
      trigger={
        <Button kind="primary" icon="plus">
          {t('team.invite')}
        </Button>
      }
      title={t('team.invite')}
      submit={t('team.inviteSubmit')}
      kind="primary"
      fields={['email']}
      changes={['invitations']}
      run={({ email = '', role }) => api.inviteMember({ storeId, email, role: roleOf(role) })}
    >
      {({ errorOf }) => (
        <>
          <p className="small">{t('team.inviteWhy')}</p>
          <Field
            label={t('team.email')}
            name="email"
            type="email"
            required
            autoComplete="off"
            error={errorOf('email')}
          />
          <fieldset className="checks">
            <legend className="label">{t('team.role')}</legend>
            {ROLES.map((role) => (
              <label key={role} className="check small">
                <input type="radio" name="role" value={role} defaultChecked={role === 'support'} />
                <span>
                  <b>{t(`role.${role}`)}</b> <span className="soft">{t(`team.role.${role}`)}</span>
                </span>
              </label>
            ))}
          </fieldset>
        </>
      )}
    </Confirm>
  )
}
