import { cloneElement, lazy, type ReactElement, Suspense, useState } from 'react'
import type { MenuProps } from './open-menu.tsx'

const load = () => import('./open-menu.tsx')
const OpenMenu = lazy(async () => ({ default: (await load()).OpenMenu }))

/** A menu of links. Its code weighs as much as a screen, so it is loaded when the pointer or the focus reaches the button. */
export function Menu(props: MenuProps): ReactElement {
  const [isWanted, setWanted] = useState(false)
  const preload = () => void load()
  const button = cloneElement(props.trigger, {
    type: 'button',
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setWanted(true),
  })
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <OpenMenu {...props} />
    </Suspense>
  )
}
