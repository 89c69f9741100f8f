import type { Locator } from 'playwright-core'
import type { Person } from './person.ts'

type Steps = {
  /** The text of the button that opens the dialog, and of the one that sends it. */
  open: string
  submit: string
  fill?: Record<string, string>
  check?: string[]
  choose?: Record<string, string>
}

/** Opens a dialog that shows an effect first, fills its inputs by the ids of their labels, and sends it. */
export async function confirm(
  person: Person,
  { open, submit, fill = {}, check = [], choose = {} }: Steps,
): Promise<void> {
  await person.press(open)
  const dialog = person.page.getByRole('dialog')
  for (const [id, value] of Object.entries(fill))
    await person.type(dialog.getByLabel(person.t(id), { exact: true }), value)
  for (const [id, value] of Object.entries(choose))
    await person.choose(dialog.getByLabel(person.t(id), { exact: true }), value)
  for (const label of check) await person.check(dialog.getByLabel(label))
  await person.click(button(dialog, person.t(submit)))
  await dialog.waitFor({ state: 'detached' })
}

function button(dialog: Locator, name: string): Locator {
  return dialog.getByRole('button', { name: plain(name) })
}

/** A text with a plural is found by its first words. */
function plain(text: string): string | RegExp {
  return text.includes('plural') ? new RegExp(`^${text.slice(0, text.indexOf('{')).trim()}`) : text
}

/** Calls the API with the cookie of the browser. Returns what it answered. */
export async function callAs(
  { page }: Person,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, string>> {
  const options = {
    method,
    headers: { 'if-match': '*', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }
  const script = `fetch('/api/manage/1.0${path}', ${JSON.stringify(options)}).then(async (r) => ({ status: r.status, text: await r.text() }))`
  const { status, text } = (await page.evaluate(script)) as { status: number; text: string }
  if (status >= 300) throw new Error(`${method} ${path} was answered with ${status}: ${text}`)
  return (text === '' ? {} : JSON.parse(text)) as Record<string, string>
}
