import { Menu } from '@base-ui/react/menu'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Fragment, type ReactElement } from 'react'
import { Icon } from '../icon.tsx'

export type MenuEntry = {
  key: string
  link: LinkProps
  text: string
  icon?: string
  beside?: string | undefined
  isCurrent?: boolean
  /** A line separates it from the entries above. */
  isApart?: boolean
}

export type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactElement<React.ComponentProps<'button'>>
  entries: MenuEntry[]
  side?: 'top' | 'bottom'
  align?: 'start' | 'end'
}

/** The menu after it was wanted once. It opens at once. */
export function OpenMenu({ trigger, entries, side = 'bottom', align = 'start' }: MenuProps): ReactElement {
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner className="menu-place" side={side} align={align} sideOffset={4}>
          <Menu.Popup className="menu">
            {entries.map(({ key, link, text, icon, beside, isCurrent, isApart }) => (
              <Fragment key={key}>
                {isApart && <Menu.Separator className="menu-line" />}
                <Menu.LinkItem
                  className={icon === undefined ? 'menu-item' : 'menu-item is-start'}
                  closeOnClick
                  render={<Link {...link} />}
                  aria-current={isCurrent ? 'true' : undefined}
                >
                  {icon !== undefined && <Icon name={icon} />}
                  {text}
                  {beside !== undefined && <span className="muted small">{beside}</span>}
                </Menu.LinkItem>
              </Fragment>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
