import type { ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { useMay } from '../shell/store-context.ts'
import type { Column } from '../ui/list.tsx'

type RemoveProps = { name: string; effect: string; changes: string[]; run: () => Promise<unknown>; size?: 'small' }

export function RemoveButton({ name, effect, changes, run, size }: RemoveProps): ReactElement {
  const t = useTexts()
  return (
    <Confirm
      trigger={
        <Button {...(size && { size })} kind="quiet" aria-label={t('promotion.deleteOne', { name })}>
          {t('promotion.delete')}
        </Button>
      }
      title={t('promotion.deleteOne', { name })}
      submit={t('promotion.delete')}
      run={run}
      changes={changes}
    >
      <p className="small">{effect}</p>
    </Confirm>
  )
}

type EditColumn<Item> = {
  nameOf: (item: Item) => string
  /** The form that the button opens. */
  form: (item: Item, trigger: ReactElement) => ReactElement
  remove: (item: Item) => Promise<unknown>
} & Pick<RemoveProps, 'effect' | 'changes'>

/** The buttons of a row. No column for those who may only read. */
export function useEditColumn<Item>({ nameOf, form, remove, effect, changes }: EditColumn<Item>): Column<Item>[] {
  const t = useTexts()
  if (!useMay('catalog:write')) return []
  return [
    {
      head: t('promotion.edit'),
      isUnlabeled: true,
      isHeadHidden: true,
      cell: (item) => (
        <span className="btns">
          {form(
            item,
            <Button size="small" aria-label={t('promotion.editOne', { name: nameOf(item) })}>
              {t('promotion.edit')}
            </Button>,
          )}
          <RemoveButton size="small" name={nameOf(item)} effect={effect} changes={changes} run={() => remove(item)} />
        </span>
      ),
    },
  ]
}
