import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, type ReactElement, Suspense, useEffect, useId, useRef, useState } from 'react'
import { useTexts } from '../app/texts.tsx'
import { Icon } from '../ui/icon.tsx'

const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }))

/** The search in the top bar, which is a button on a phone. The button and Ctrl+K open the palette. */
export function SearchBox({ storeId }: { storeId: string }): ReactElement {
  const t = useTexts()
  const id = useId()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const { isOpen, setOpen, wasOpened } = usePalette()

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const q = input.current?.value.trim()
    if (!q) return
    void navigate({ to: '/stores/$storeId/search', params: { storeId }, search: { q } })
  }

  return (
    <>
      <form className="search" role="search" aria-label={t('search.label')} onSubmit={onSubmit}>
        <label className="sr" htmlFor={id}>
          {t('search.label')}
        </label>
        <Icon name="search" />
        <input ref={input} id={id} type="search" maxLength={255} placeholder={t('search.placeholder')} />
        <kbd aria-hidden="true">{navigator.platform.startsWith('Mac') ? '⌘K' : 'Ctrl K'}</kbd>
      </form>
      <button className="search-phone" type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="search" />
        <span className="sr">{t('palette.label')}</span>
      </button>
      {wasOpened && (
        <Suspense>
          <Palette isOpen={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}

/** It stays on the page after it was open once, so that closing it returns the focus. */
function usePalette() {
  const [isOpen, setOpen] = useState<boolean>()
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      // Another dialog may hold what the person has typed.
      setOpen((open) => open !== true && document.querySelector('[role="dialog"]') === null)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return { isOpen: isOpen === true, setOpen, wasOpened: isOpen !== undefined }
}
