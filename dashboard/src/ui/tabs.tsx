import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactElement, ReactNode } from 'react'

type TabsProps<Value extends string> = {
  /** What is chosen, for screen readers. */
  label: string
  value: Value
  onChange: (value: Value) => void
  tabs: [value: Value, text: ReactNode][]
  /** Beside the tabs. */
  beside?: ReactNode
  className?: string
  children: ReactNode
}

/** One of several views of the same thing. Arrow keys move between the tabs. */
export function Tabs<Value extends string>(props: TabsProps<Value>): ReactElement {
  const { label, value, onChange, tabs, beside, className, children } = props
  return (
    <BaseTabs.Root value={value} onValueChange={(chosen: Value) => onChange(chosen)}>
      <div className={className}>
        <BaseTabs.List className="seg" aria-label={label} activateOnFocus>
          {tabs.map(([tab, text]) => (
            <BaseTabs.Tab key={tab} value={tab}>
              {text}
            </BaseTabs.Tab>
          ))}
        </BaseTabs.List>
        {beside}
      </div>
      <BaseTabs.Panel value={value}>{children}</BaseTabs.Panel>
    </BaseTabs.Root>
  )
}
