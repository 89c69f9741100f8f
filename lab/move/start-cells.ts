import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../e2e/kit/game/free-port.ts'
import type { Defer } from '../../e2e/kit/run-harness.ts'
import { startEnvironment } from '../../e2e/kit/start-environment.ts'
import { SECRET_KEYS, type Server } from '../../e2e/kit/start-server.ts'

export type RunningCell = { name: string; databaseUrl: string; server: Server; configFile: string }

/** Names that both lead to this machine, because every host belongs to one cell. */
const HOSTS = ['127.0.0.1', 'localhost']

/** Starts two cells that know each other, with a database each. */
export async function startCells(defer: Defer, root: string) {
  const { folder, createDatabase, startServer } = await startEnvironment(defer, { root })
  const ports = [await freePort(), await freePort()]
  const cellsFile = join(folder, 'cells.toml')
  const listed = HOSTS.map(
    (host, i) => `[[cells]]
name = "c${i + 1}"
nodes = ["127.0.0.1:${ports[i]}"]
url = "http://127.0.0.1:${ports[i]}"
management = "${host}"
api = "${host}"
`,
  )
  await writeFile(cellsFile, listed.join('\n'))
  const cells: RunningCell[] = []
  for (const [i, host] of HOSTS.entries()) {
    const name = `c${i + 1}`
    const databaseUrl = await createDatabase()
    const publicUrl = `http://${host}:${ports[i]}`
    const settings = {
      PORT: String(ports[i]),
      CELL: name,
      CELLS_FILE: cellsFile,
      PUBLIC_URL: publicUrl,
      TRUST_PROXY: '127.0.0.1',
      WEBHOOK_ALLOW: '127.0.0.0/8',
    }
    const server = await startServer(databaseUrl, { settings })
    const configFile = join(folder, `${name}.toml`)
    const config = { database_url: databaseUrl, secret_keys: SECRET_KEYS, cell: name, public_url: publicUrl }
    await writeFile(
      configFile,
      Object.entries(config)
        .map(([key, value]) => `${key} = ${JSON.stringify(value)}\n`)
        .join(''),
    )
    await chmod(configFile, 0o600)
    cells.push({ name, databaseUrl, server, configFile })
  }
  return { cells, folder, createDatabase }
}
