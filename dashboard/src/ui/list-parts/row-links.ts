import { type LinkProps, useRouter } from '@tanstack/react-router'
import type { MouseEvent, SyntheticEvent } from 'react'

/**
 * Links of rows with one set of handlers for the whole table. A `Link` subscribes to the address and has effects, which
 * a hundred of them make slower than everything else in the table.
 */
export function useRowLinks() {
  const router = useRouter()

  function preload({ target }: SyntheticEvent): void {
    const to = addressOf(target)
    if (to !== undefined) void router.preloadRoute({ to: to as '/' })
  }

  function follow(event: MouseEvent): void {
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    const to = addressOf(event.target)
    if (event.defaultPrevented || !isPlain || to === undefined) return
    event.preventDefault()
    router.history.push(to)
  }

  return {
    hrefOf: (link: LinkProps) => router.buildLocation(link as never).publicHref,
    handlers: { onClick: follow, onMouseOver: preload, onFocus: preload, onTouchStart: preload },
  }
}

function addressOf(target: EventTarget): string | undefined {
  return (target instanceof Element && target.closest('a.td-main')?.getAttribute('href')) || undefined
}
