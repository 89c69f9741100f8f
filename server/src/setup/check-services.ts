import { sql } from 'kysely'
import { openSmtp } from '../accounts/mail/smtp.ts'
import type { Config } from '../config/config.ts'
import { createConcurrencyLimit } from '../db/concurrency-limit.ts'
import type { Database } from '../db/database.ts'
import { formatId, type StoreId } from '../ids.ts'
import { isReachableUrl } from '../payments/callback-url.ts'
import { checkConnection } from '../payments/connections/check-connection.ts'
import { createPayments } from '../payments/create-payments.ts'
import type { ProviderName } from '../payments/provider.ts'
import type { Finding } from './check-database.ts'

/** More would take minutes. The newest connections are the ones that were never used. */
const MAX_CONNECTIONS = 100
const CONCURRENCY = 5

/** Checks what other machines have to reach, and asks every connected payment provider. */
export async function checkServices({ app, reader }: Database, config: Config): Promise<Finding[]> {
  const { rows } = await sql<{ storeId: StoreId; provider: ProviderName }>`
    select store_id as "storeId", provider from provider_connections where provider <> 'sandbox'
    order by updated_at desc limit ${MAX_CONNECTIONS}`.execute(reader)
  const payments = createPayments(app, config)
  const limit = createConcurrencyLimit(CONCURRENCY)
  const connections = await Promise.all(
    rows.map(async (key): Promise<Finding> => {
      const check = `${key.provider} of ${formatId('sto', key.storeId)}`
      const problem = await limit(() => checkConnection(payments, key)).then(() => undefined, messageOf)
      return { check, ok: problem === undefined, found: problem ?? 'accepts the credentials', advice: ADVICE }
    }),
  )
  connections.sort((a, b) => a.check.localeCompare(b.check))
  return [checkApiUrl(config, { isNeeded: rows.length > 0 }), await checkMail(config), ...connections]
}

const ADVICE = 'Connect the provider again with `payment connect`, or disconnect it'

/** A store that takes no money over the internet works without it. */
function checkApiUrl({ apiUrl }: Config, { isNeeded }: { isNeeded: boolean }): Finding {
  const isReachable = isReachableUrl(apiUrl)
  return {
    check: 'PUBLIC_URL',
    ok: isReachable || !isNeeded,
    found: isReachable ? apiUrl : `${apiUrl}, which payment providers cannot reach`,
    advice: 'Set PUBLIC_URL to the address of this server on the internet, such as https://pay.vale.example',
  }
}

async function checkMail({ smtp }: Config): Promise<Finding> {
  const advice = 'Check SMTP_URL: the host, the port, the user and the password'
  if (!smtp) return { check: 'mail', ok: true, found: 'SMTP_URL is not set, so no e-mails are sent', advice }
  const { verify, close } = await openSmtp(smtp)
  const problem = await verify().then(() => undefined, messageOf)
  close()
  return {
    check: 'mail',
    ok: problem === undefined,
    found: problem ?? 'the mail server accepts the connection',
    advice,
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'unknown error'
}
