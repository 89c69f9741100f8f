import type { Locator } from 'playwright-core'

/** How a person uses what they see. */
export type Hands = {
  click: (target: Locator) => Promise<void>
  check: (box: Locator) => Promise<void>
  type: (field: Locator, text: string) => Promise<void>
  choose: (select: Locator, value: string) => Promise<void>
}

export const MOUSE: Hands = {
  click: (target) => target.click(),
  check: (box) => box.check(),
  type: (field, text) => field.fill(text),
  choose: async (select, value) => void (await select.selectOption(value)),
}

export type Effort = { clicks: number; fields: number }

/** Counts what somebody does. A box is a click, a choice from a list a field. */
export function countEffort({ click, check, type, choose }: Hands, effort: Effort): Hands {
  const counted =
    <Args extends unknown[]>(kind: keyof Effort, act: (...args: Args) => Promise<void>) =>
    (...args: Args) => {
      effort[kind]++
      return act(...args)
    }
  return {
    click: counted('clicks', click),
    check: counted('clicks', check),
    type: counted('fields', type),
    choose: counted('fields', choose),
  }
}

/** Reaches everything with Tab and arrows, and uses it with keys. */
export const KEYBOARD: Hands = {
  async click(target) {
    await waitUntilUsable(target)
    await moveFocusTo(target)
    await target.page().keyboard.press((await target.evaluate(isBox)) ? 'Space' : 'Enter')
  },
  async check(box) {
    if (!(await box.isChecked())) await KEYBOARD.click(box)
  },
  async type(field, text) {
    await moveFocusTo(field)
    const { keyboard } = field.page()
    await keyboard.press('Control+A')
    await keyboard.press('Delete')
    await keyboard.type(text)
  },
  /** Typing the beginning of an option chooses it. */
  async choose(select, value) {
    await moveFocusTo(select)
    await select.page().keyboard.type(await select.evaluate(labelOf, value))
  },
}

/** More presses of a key than any screen needs. */
const MAX_PRESSES = 150

async function waitUntilUsable(target: Locator): Promise<void> {
  await target.click({ trial: true })
}

async function moveFocusTo(target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < MAX_PRESSES; presses++) {
    const key = await target.evaluate(nextKey)
    if (key === undefined) return
    await target.page().keyboard.press(key)
  }
  throw new Error(`The keyboard does not reach ${String(target)}`)
}

/** The part of the browser's elements that is used here. */
type Element = {
  ownerDocument: { activeElement: Element | null }
  type?: string
  name?: string
  role: string | null
  options?: Iterable<{ value: string; label: string }>
  closest: (selector: string) => Element | null
  contains: (other: Element | null) => boolean
}

// The functions below run in the browser.

/** The key that leads to the element, or nothing if it has the focus. Arrows move inside of a group that Tab enters once. */
function nextKey(element: Element): string | undefined {
  const active = element.ownerDocument.activeElement
  if (active === element) return undefined
  if (element.type === 'radio') return active?.type === 'radio' && active.name === element.name ? 'ArrowDown' : 'Tab'
  const group = element.closest('[role=tablist], [role=listbox], [role=menu]')
  if (!group?.contains(active)) return 'Tab'
  return group.role === 'tablist' ? 'ArrowRight' : 'ArrowDown'
}

function isBox(element: Element): boolean {
  return element.type === 'checkbox' || element.type === 'radio'
}

function labelOf(element: Element, value: string): string {
  const option = [...(element.options ?? [])].find((each) => each.value === value || each.label === value)
  return option?.label ?? value
}
