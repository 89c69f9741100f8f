import type { Manage } from '@quartermaster/sdk'
import { type ReactElement, useState } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../editor/inputs.tsx'
import { UploadPicture } from '../editor/pictures-field.tsx'
import { Picture } from '../picture.tsx'

type CategoryFormProps = { trigger: ReactElement; category?: Manage.Category; position?: number }

/** Creates a category, or changes its name, address, picture and text. */
export function CategoryForm({ trigger, category, position = 0 }: CategoryFormProps): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const [picture, setPicture] = useState(category?.picture ?? null)
  const [description, setDescription] = useState(category?.description ?? '')

  async function save({ name = '', slug = '' }: Record<string, string>): Promise<void> {
    const fields = { name, picture, description, ...(slug !== '' && { slug }) }
    if (category) await api.updateCategory({ storeId, categoryId: category.id, ...fields }, { ifMatch: category })
    else {
      await api.createCategory({ storeId, ...fields, position })
      setPicture(null)
      setDescription('')
    }
  }

  return (
    <Confirm
      trigger={trigger}
      kind="primary"
      title={category ? t('categories.editOne', { name: category.name }) : t('categories.add')}
      submit={category ? t('save') : t('categories.create')}
      fields={['name', 'slug']}
      run={save}
      changes={['categories']}
    >
      {({ errorOf }) => (
        <div className="stack">
          <Field
            label={t('product.name')}
            name="name"
            required
            maxLength={100}
            defaultValue={category?.name}
            error={errorOf('name')}
          />
          <Field
            label={t('productPage.slug')}
            name="slug"
            maxLength={80}
            pattern="[a-z0-9]+(-[a-z0-9]+)*"
            defaultValue={category?.slug}
            placeholder={t('productPage.slugEmpty')}
            error={errorOf('slug')}
          />
          <TextArea
            label={t('productPage.description')}
            value={description}
            rows={3}
            maxLength={20_000}
            hint={t('markdown.hint')}
            onChange={setDescription}
          />
          <div className="with-thumb">
            <Picture hash={picture} />
            <UploadPicture onUploaded={setPicture} />
            {picture !== null && (
              <Button size="small" kind="quiet" onClick={() => setPicture(null)}>
                {t('categories.noPicture')}
              </Button>
            )}
          </div>
        </div>
      )}
    </Confirm>
  )
}
