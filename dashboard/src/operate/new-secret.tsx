import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { useTexts } from '../app/texts.tsx'
import { CopyBox } from '../ui/copy-box.tsx'
import { Note } from '../ui/note.tsx'

/** A secret that the API returned once, by the id of its owner. It is in the memory of the tab only. */
export function useNewSecret(id: string): [secret: string | undefined, keep: (secret: string, id?: string) => void] {
  const queryClient = useQueryClient()
  const { data } = useQuery<string>({ queryKey: ['new-secret', id], queryFn: skipToken, staleTime: Infinity })
  return [data, (secret, owner = id) => queryClient.setQueryData(['new-secret', owner], secret)]
}

export function NewSecret({ secret, why }: { secret: string; why: string }): ReactElement {
  const t = useTexts()
  return (
    <section className="panel new-secret" aria-label={t('secret.title')}>
      <div className="panel-body stack">
        <Note kind="warn">
          <b>{t('secret.title')}</b> {why}
        </Note>
        <CopyBox text={secret} />
      </div>
    </section>
  )
}
