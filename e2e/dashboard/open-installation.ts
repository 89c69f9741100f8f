import { createManageClient } from '@quartermaster/sdk'
import { query } from '../kit/query.ts'
import { runCommand } from '../kit/run-command.ts'
import type { Defer } from '../kit/run-harness.ts'
import { startProduct } from '../kit/start-product.ts'
import { launchBrowser } from '../kit/launch-browser.ts'
import { DOMAIN, startInternet } from '../storefront/internet.ts'
import { fetchAsHost } from '../kit/fetch-as-host.ts'
import { startInbox } from './inbox.ts'
import type { Installation } from './journey.ts'

/** The product with a mailbox, and a browser that reaches it by its names. */
export async function openInstallation(defer: Defer, { debuggingPort }: { debuggingPort?: number } = {}) {
  const inbox = await startInbox(defer)
  const origin = `https://manage.${DOMAIN}`
  const settings = {
    PUBLIC_URL: origin,
    STOREFRONT_DOMAIN: DOMAIN,
    SINGLE_OWNER: 'on',
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: inbox.url,
    MAIL_FROM: 'Vale <store@vale.example>',
  }
  const { server, databaseUrl, folder } = await startProduct(defer, { settings })
  const internet = await startInternet(defer, server.port)
  const browser = await launchBrowser(defer, {
    internetPort: internet.port,
    ...(debuggingPort !== undefined && { debuggingPort }),
  })
  const run: Installation['run'] = async (...args) =>
    JSON.parse(await runCommand([...args, '--json'], { databaseUrl, env: settings })) as Record<string, string>
  const connect = createConnect({ url: server.url, fetch: fetchAsHost(new URL(origin).host) })
  const addOwner: Installation['addOwner'] = async (person) => {
    const account = ['account', 'create', '--email', person.email, '--name', 'Ana Prado', '--json']
    await runCommand(account, { databaseUrl, input: `${person.password}\n` })
    const manage = await connect(person)
    const { id: storeId } = await manage.createStore({
      name: 'Vale',
      url: 'vale.example',
      currency: 'EUR',
      mode: 'test',
    })
    return { storeId, manage }
  }
  const installation: Installation = {
    origin,
    gamesUrl: `http://127.0.0.1:${server.port}`,
    inbox,
    run,
    query: (text, values) => query(databaseUrl, text, values),
    addOwner,
    connect,
  }
  return { installation, folder, browser }
}

function createConnect(connection: { url: string; fetch: typeof fetch }): Installation['connect'] {
  return async ({ email, password }) => {
    const { session } = await createManageClient(connection).signIn({ email, password, sessionType: 'token' })
    return createManageClient({ ...connection, token: session?.token ?? '' })
  }
}
