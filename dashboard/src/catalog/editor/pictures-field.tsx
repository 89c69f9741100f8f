import type { Manage } from '@quartermaster/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type ReactElement, useId } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Icon } from '../../ui/icon.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Picture } from '../picture.tsx'
import { pictureQuery } from '../queries.ts'
import { move } from './move.ts'

const MAX_PICTURES = 12
const ACCEPTED = 'image/png,image/jpeg,image/webp,image/avif,image/gif'

type Pictures = Manage.Product['pictures']

/** The pictures of a product, in order. Files are uploaded when they are chosen, and used when the product is saved. */
export function PicturesField({
  pictures,
  onChange,
}: {
  pictures: Pictures
  onChange: (pictures: Pictures) => void
}): ReactElement {
  const t = useTexts()
  return (
    <fieldset>
      <legend className="label">{t('pictures.title')}</legend>
      <p className="hint">{t('pictures.hint')}</p>
      <ul className="pictures">
        {pictures.map((picture, index) => (
          <li key={picture.hash}>
            <Picture hash={picture.hash} alt={picture.alt} />
            <input
              aria-label={t('pictures.alt', { number: index + 1 })}
              placeholder={t('pictures.altPlaceholder')}
              value={picture.alt}
              onChange={(event) => {
                const alt = event.currentTarget.value
                onChange(pictures.map((each, place) => (place === index ? { ...each, alt } : each)))
              }}
            />
            <span className="btns">
              {index > 0 && (
                <button
                  className="btn btn-sm btn-quiet"
                  type="button"
                  onClick={() => onChange(move(pictures, index, index - 1))}
                >
                  {t('pictures.forward')}
                  <span className="sr"> {index + 1}</span>
                </button>
              )}
              <button
                className="btn btn-icon btn-quiet"
                type="button"
                aria-label={t('pictures.remove', { number: index + 1 })}
                onClick={() => onChange(pictures.filter((_, place) => place !== index))}
              >
                <Icon name="trash" />
              </button>
            </span>
          </li>
        ))}
      </ul>
      {pictures.length < MAX_PICTURES && (
        <UploadPicture
          onUploaded={(hash) => {
            if (!pictures.some((picture) => picture.hash === hash)) onChange([...pictures, { hash, alt: '' }])
          }}
        />
      )}
    </fieldset>
  )
}

/** Uploads a file, and shows the picture as soon as the server has encoded it. */
export function UploadPicture({ onUploaded }: { onUploaded: (hash: string) => void }): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const queryClient = useQueryClient()
  const inputId = useId()
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const { hash } = await api.addPicture({ storeId, file })
      await queryClient.ensureQueryData(pictureQuery(storeId, hash))
      onUploaded(hash)
    },
  })

  function onFile(event: ChangeEvent<HTMLInputElement>): void {
    const [file] = event.currentTarget.files ?? []
    event.currentTarget.value = ''
    if (file) upload.mutate(file)
  }

  return (
    <div className="upload">
      <label className="btn btn-sm" htmlFor={inputId} aria-busy={upload.isPending}>
        <Icon name="plus" />
        {upload.isPending ? t('pictures.uploading') : t('pictures.add')}
      </label>
      <input id={inputId} className="sr" type="file" accept={ACCEPTED} disabled={upload.isPending} onChange={onFile} />
      {upload.error !== null && <ProblemNote error={upload.error} />}
    </div>
  )
}
