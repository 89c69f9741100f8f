import type { Manage } from '@quartermaster/sdk'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { chooseAddress } from './choose-address.ts'

type LabelFormProps = {
  store: Manage.Store
  /** The domain of the platform. */
  domain: string
  label: string
  onChosen?: () => Promise<void>
}

/** Chooses the address of a store below the domain of the platform. */
export function LabelForm({ store, domain, label, onChosen }: LabelFormProps): ReactElement {
  const t = useTexts()
  const queryClient = useQueryClient()

  async function send({ label: chosen = '' }: Record<string, string>): Promise<void> {
    await chooseAddress(store, chosen)
    await Promise.all(['hosts', 'store', 'stores'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })))
    await onChosen?.()
  }

  return (
    <Form send={send} submit={t('storefront.chooseLabel')} fields={['label']}>
      {({ errorOf }) => (
        <Field
          label={t('storefront.label')}
          name="label"
          defaultValue={label}
          maxLength={63}
          autoComplete="off"
          spellCheck={false}
          required
          error={errorOf('label')}
          hint={t('storefront.labelHint', { domain })}
        />
      )}
    </Form>
  )
}
