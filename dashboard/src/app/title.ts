import { useEffect } from 'react'

/** The title of the browser's tab: the page, and its store if there is one. */
export function useTitle(...parts: (string | undefined)[]): void {
  const title = [...parts.filter((part) => part !== undefined), 'Quartermaster'].join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
}
