import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseId, type StoreId } from '../../server/src/ids.ts'
import { query } from '../kit/query.ts'
import { type Attack, refused, type Target } from './attack.ts'

/** Wrong settings and files that the owner would not notice, and from which an attacker or an accident profits. */
export const ATTACKS: Attack[] = [
  startWith('without the key of payment credentials', () => ''),
  startWith('with another key under the name of the key of payment credentials', () => {
    return `test:${randomBytes(32).toString('base64')}`
  }),
  readLog('e-mails on their way to the mail server', /SMTP_URL is not smtps/, {
    SMTP_URL: 'smtp://mail.example:25',
    MAIL_FROM: 'store@vale.example',
  }),
  readLog('passwords on their way to the server', /PUBLIC_URL is not https/, { PUBLIC_URL: 'http://store.example' }),
  readAgent('the file with the key of the agent', /can read .*agent-key/),
  readAgent('the key of the agent on its way to the store', /sent to store\.example without encryption/),
  {
    name: 'let processes of the previous release fail after a migration',
    async run({ root }) {
      const script = join(root, 'scripts/check-upgrade.ts')
      if (!existsSync(script)) throw new Error('this version does not test its migrations with the previous release')
      const { status, stdout } = spawnSync(process.execPath, [script, 'life-of-a-purchase'], { encoding: 'utf8' })
      if (!/Tests .*(passed|failed)/.test(stdout)) throw new Error(`the tests did not run: ${stdout.slice(-500)}`)
      return status === 0 ? undefined : `the previous release fails on the tables of this one: ${stdout.slice(-500)}`
    },
  },
]

/** Callbacks of paid orders would be refused or fail, and no one would know. */
function startWith(what: string, keys: () => string): Attack {
  return {
    name: `start ${what}`,
    async run({ createOwner, createStore, startServer, databaseUrl, defer }) {
      const owner = await createOwner()
      const { storeId } = await createStore(owner, { mode: 'test' })
      const credentials = { store: storeId, secret: `whsec_${Buffer.alloc(32, 5).toString('base64')}` }
      await owner.manage.connectPaymentProvider({ storeId, provider: 'sandbox', credentials })
      // Other servers of this run have other keys and would not start.
      const forget = 'delete from provider_connections where store_id = $1'
      defer(() => query(databaseUrl, forget, [parseId<StoreId>('sto', storeId)]))
      return refused(startServer({ SECRET_KEYS: keys() }), /payment credentials: SECRET_KEYS/, 'the server started')
    },
  }
}

function readLog(what: string, warning: RegExp, settings: Record<string, string>): Attack {
  return {
    name: `read ${what} without the operator being warned`,
    async run({ startServer }) {
      const { logFile } = await startServer(settings)
      return warning.test(readFileSync(logFile, 'utf8')) ? undefined : 'the server started without a warning'
    },
  }
}

function readAgent(what: string, warning: RegExp): Attack {
  return {
    name: `read ${what} without the owner being warned`,
    async run(target) {
      const output = await checkAgent(target)
      if (!/store\.example/.test(output)) throw new Error(`the agent did not check its connections: ${output}`)
      return warning.test(output) ? undefined : `the agent prints no warning: ${output}`
    },
  }
}

/** The output of `quartermaster-agent check` with an unsafe configuration. The store and the console cannot be reached. */
async function checkAgent({ folder, root }: Target): Promise<string> {
  const [file, keyFile] = [join(folder, 'agent.json'), join(folder, 'agent-key')]
  await writeFile(keyFile, 'qms_key\n', { mode: 0o644 })
  const console = { dialect: 'source', port: 1, password: 'x' }
  await writeFile(file, JSON.stringify({ url: 'http://store.example', keyFile, console }), { mode: 0o600 })
  const program = join(root, 'agent/bin/quartermaster-agent.mjs')
  const { stdout, stderr } = spawnSync(process.execPath, [program, 'check', '--config', file], { encoding: 'utf8' })
  return stdout + stderr
}
