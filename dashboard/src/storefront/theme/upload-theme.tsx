import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, type ReactElement, useRef } from 'react'
import { api } from '../../api/client.ts'
import { useTexts } from '../../app/texts.tsx'
import { useStore } from '../../shell/store-context.ts'
import { Button } from '../../ui/button.tsx'
import { ProblemNote } from '../../ui/problem.tsx'

/** A zip of a theme becomes a new version. No one sees it until it is published. */
export function UploadTheme(): ReactElement {
  const t = useTexts()
  const { id: storeId } = useStore()
  const queryClient = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: (file: File) => api.uploadTheme({ storeId, file: new Blob([file], { type: 'application/zip' }) }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['themes'] }),
  })

  function onChange(event: ChangeEvent<HTMLInputElement>): void {
    const [file] = event.currentTarget.files ?? []
    if (file) upload.mutate(file)
    event.currentTarget.value = ''
  }

  return (
    <span className="action">
      <input
        ref={input}
        className="sr"
        type="file"
        accept=".zip"
        aria-label={t('storefront.themeFile')}
        tabIndex={-1}
        onChange={onChange}
      />
      <Button size="small" icon="plus" isBusy={upload.isPending} onClick={() => input.current?.click()}>
        {t('storefront.upload')}
      </Button>
      {upload.error !== null && <ProblemNote error={upload.error} />}
    </span>
  )
}
