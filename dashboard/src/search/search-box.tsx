import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactElement, useEffect, useId, useRef } from 'react'
import { useTexts } from '../app/texts.tsx'
import { Icon } from '../ui/icon.tsx'

/** The search in the top bar. On a phone it is a button to the screen of the search. */
export function SearchBox({ storeId }: { storeId: string }): ReactElement {
  const t = useTexts()
  const id = useId()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      if (input.current?.offsetParent) input.current.select()
      else void navigate({ to: '/stores/$storeId/search', params: { storeId }, search: {} })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [navigate, storeId])

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
      <Link className="search-phone" to="/stores/$storeId/search" params={{ storeId }} search={{}}>
        <Icon name="search" />
        <span className="sr">{t('search.label')}</span>
      </Link>
    </>
  )
}
