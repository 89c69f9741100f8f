import type { ButtonHTMLAttributes, ReactElement } from 'react'
import { Icon } from './icon.tsx'

type ButtonProps = {
  kind?: 'primary' | 'danger' | 'quiet'
  size?: 'small' | 'wide'
  icon?: string
  /** Its work is in progress: it cannot be pressed again. */
  isBusy?: boolean
} & ButtonHTMLAttributes<HTMLButtonElement>

const SIZES = { small: 'btn-sm', wide: 'btn-wide' }

export function Button({ kind, size, icon, isBusy = false, disabled, children, ...rest }: ButtonProps): ReactElement {
  const classes = ['btn', kind && `btn-${kind}`, size && SIZES[size]].filter(Boolean).join(' ')
  return (
    <button className={classes} type="button" disabled={disabled === true || isBusy} aria-busy={isBusy} {...rest}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </button>
  )
}
