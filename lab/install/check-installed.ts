import { askHost } from '../hosts/ask-host.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { waitUntil } from '../../e2e/kit/wait-until.ts'
import { createStore, deliverSale, LABEL, PRODUCT } from './deliver-sale.ts'
import type { Installed } from './way.ts'

const HOST_TIMEOUT_MS = 10_000

type Place = { folder: string; executable: string | undefined }
type Checked = { failures: string[]; soldAt: number }

/** Opens a store, its pages over HTTPS, sells, and lets the agent deliver. Then what people want later: a theme, `doctor`. */
export async function checkInstalled(
  defer: Defer,
  installed: Installed,
  { folder, executable }: Place,
): Promise<Checked> {
  const failures: string[] = []
  const attempt = async (work: Promise<string[]> | undefined) =>
    failures.push(...((await work?.catch(failureOf)) ?? []))
  const sale = await createStore(installed)
  await attempt(checkPages(installed))
  if (!(await deliverSale(defer, installed, { folder, executable, ...sale })))
    failures.push('the agent did not deliver the sale')
  const soldAt = Date.now()
  await attempt(checkOwnTheme(installed, sale.store))
  await attempt(checkDoctor(installed))
  await attempt(installed.check?.())
  return { failures, soldAt }
}

const ask = ({ https }: Installed, host: string, path: string) => askHost(host, { path, ...https })
const storeHost = ({ hosts }: Installed) => `${LABEL}.${hosts.stores}`

async function checkPages(installed: Installed): Promise<string[]> {
  const { management, stores } = installed.hosts
  const store = storeHost(installed)
  await waitUntil(async () => (await ask(installed, store, '/'))?.status === 200, { timeoutMs: HOST_TIMEOUT_MS })
  const dashboard = await ask(installed, management, '/')
  const scripts = [...(dashboard?.body ?? '').matchAll(/src="(\/[^"]+\.js)"/g)].map(([, path = '']) => path)
  const pages = [
    [management, '/', '<title>'],
    // The last one is the program. What comes before is small and imports nothing.
    [management, scripts.at(-1) ?? 'none', 'import'],
    [management, new URL(installed.link).pathname, '<title>'],
    [store, '/', PRODUCT],
    [`api.${stores}`, '/docs', 'Quartermaster documentation'],
    [`api.${stores}`, '/docs/guides/operate', '# For operators'],
    [`api.${stores}`, '/docs/manage-1.0/', '<html'],
  ] as const
  const failures: string[] = []
  for (const [host, path, content] of pages) {
    const answer = await ask(installed, host, path)
    if (answer?.status !== 200 || !answer.body.includes(content))
      failures.push(`https://${host}${path} was answered with ${answer?.status}, or without "${content}"`)
  }
  return failures
}

/** A theme of the owner renders in isolated processes, which read the files of the package in another way. */
async function checkOwnTheme(installed: Installed, store: string): Promise<string[]> {
  await installed.run('quartermaster theme init --dir theme')
  await installed.run("sed -i 's#</body>#<p>our own theme</p></body>#' theme/layout/*.liquid")
  await installed.run(`quartermaster theme push --dir theme --publish --store ${store}`)
  const hasTheme = async () =>
    (await ask(installed, storeHost(installed), '/'))?.body.includes('our own theme') === true
  return (await waitUntil(hasTheme, { timeoutMs: HOST_TIMEOUT_MS })) ? [] : ['a theme of the owner is not shown']
}

async function checkDoctor({ run }: Installed): Promise<string[]> {
  const { ok } = JSON.parse(await run('quartermaster doctor --json')) as { ok: boolean }
  return ok ? [] : ['doctor finds a problem']
}

/** A command that failed is a broken promise, and the figures are still printed. */
function failureOf(error: unknown): string[] {
  return [error instanceof Error ? error.message : String(error)]
}
