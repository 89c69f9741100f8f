import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { TOKEN_SCOPES } from '../../src/access/permissions.ts'
import { saveLogin } from '../../src/cli/remote/saved-logins.ts'
import { formatId, type StoreId } from '../../src/ids.ts'
import { startManagement } from '../manage/start-management.ts'
import { runInProcess } from '../run-in-process.ts'

/** How a command reaches the management API. */
export const TRANSPORTS = ['on this machine', 'with --remote'] as const
export type Transport = (typeof TRANSPORTS)[number]

/** A running platform, and stores whose commands use one of the two transports. */
export async function openCommandLine(
  settings: Record<string, string> = {},
  /** Settings of the server and of the machine that it runs on. */
  env: Record<string, string> = {},
) {
  const platform = await startManagement({ env })
  const home = await mkdtemp(join(tmpdir(), 'quartermaster-home-'))
  afterAll(() => rm(home, { recursive: true }))
  const local = { DATABASE_URL: platform.databaseUrl, CELL: 't1', ...env, ...settings }
  // The other machine has no database and no secrets.
  const remote = { DATABASE_URL: '', SECRET_KEYS: '', XDG_CONFIG_HOME: home }

  /** Signs the other machine in. */
  const login = (token: string, storeId: string | null) =>
    saveLogin(join(home, 'quartermaster'), { url: platform.baseUrl, token, storeId })

  return {
    platform,
    login,
    runLocally: (...args: string[]) => runInProcess(args, local),
    runRemotely: (...args: string[]) => runInProcess([...args, '--remote'], remote),

    /** A new store, and commands about it. The other machine has an API token of the store. */
    newStore: async (transport: Transport, { mode = 'live' }: { mode?: 'live' | 'test' } = {}) => {
      const storeId = await platform.createStore({ mode })
      const store = formatId('sto', storeId)
      const isRemote = transport === 'with --remote'
      if (isRemote) await login(await platform.createApiToken(storeId, [...TOKEN_SCOPES]), store)
      const suffix = isRemote ? ['--remote'] : ['--store', store]
      const run = (line: string, ...rest: string[]) =>
        runInProcess([...line.split(' '), ...rest, ...suffix], isRemote ? remote : local)
      return { storeId, store, ...expectSuccess(run) }
    },
  }
}

type Run = (line: string, ...rest: string[]) => ReturnType<typeof runInProcess>

/** Commands that must succeed, with arguments that are split at spaces. Arguments with spaces follow separately. */
function expectSuccess(run: Run) {
  async function text(line: string, ...rest: string[]): Promise<string> {
    const { code, stdout, stderr } = await run(line, ...rest)
    expect({ code, stderr, stdout: code === 0 ? '' : stdout }, line).toEqual({ code: 0, stderr: '', stdout: '' })
    return stdout
  }
  return {
    run,
    text,
    /** The single JSON object that a command prints. */
    json: async <T>(line: string, ...rest: string[]): Promise<T> => {
      const stdout = await text(line, ...rest, '--json')
      expect(stdout.trimEnd().split('\n'), line).toHaveLength(1)
      return JSON.parse(stdout) as T
    },
    error: async (line: string, ...rest: string[]): Promise<{ code: string; message: string }> => {
      const { code, stdout } = await run(line, ...rest, '--json')
      expect(code, line).toBe(1)
      return (JSON.parse(stdout) as { error: { code: string; message: string } }).error
    },
  }
}

export type CommandLineStore = ReturnType<typeof expectSuccess> & { storeId: StoreId; store: string }

/** Matches any id with this prefix. */
export function anyId(prefix: string): string {
  return expect.stringMatching(new RegExp(`^${prefix}_[0-9a-z]{26}$`)) as string
}
