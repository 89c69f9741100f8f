import { TOKEN_SCOPES } from '../../src/access/permissions.ts'
import { localDesk, remoteDesk } from '../../src/cli/desk/desk.ts'
import { openRemoteStore } from '../../src/cli/desk/remote-store.ts'
import { readConfig } from '../../src/config.ts'
import { formatId } from '../../src/ids.ts'
import { SECRET_KEYS } from '../start-store.ts'
import { startManagement } from './start-management.ts'

/** The desk of the command line beside the database, and the one over the interface of a running store. */
export async function openTwoDesks() {
  const platform = await startManagement()
  const config = readConfig({ DATABASE_URL: platform.databaseUrl, CELL: 't1', SECRET_KEYS })

  return {
    platform,
    local: localDesk(platform.database, config),
    newStore: async (store: { mode?: 'test' } = {}) => {
      const storeId = await platform.createStore(store)
      const token = await platform.createApiToken(storeId, [...TOKEN_SCOPES])
      const login = { url: platform.baseUrl, token, storeId: formatId('sto', storeId) }
      return { storeId, remote: remoteDesk(openRemoteStore(login)) }
    },
  }
}

export function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is nothing')
  return value
}
