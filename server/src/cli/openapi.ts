import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/database.ts'
import { openGames } from '../http/games/open-games.ts'
import { openManagement } from '../http/manage/manage-parts.ts'
import { createMetrics } from '../http/operations/metrics.ts'
import { openPayments } from '../payments/open-payments.ts'

const FOLDER = new URL('../../../contract/openapi/', import.meta.url)

/** Writes the OpenAPI documents of all interfaces. With --check it only compares them with the committed ones. */
async function publish(check: boolean): Promise<void> {
  const url = 'postgres://nobody@127.0.0.1:1/none' // Never connected: the routes are only described.
  const database = openDatabase({ url, poolSize: 1 })
  const seen = { note: () => undefined, stop: async () => undefined }
  const config = readConfig({ DATABASE_URL: url })
  const payments = openPayments(database.app, config)
  const app = await buildApp({
    games: openGames(database.gateway, seen),
    payments,
    management: openManagement(database, payments, config),
    logger: pino({ level: 'silent' }),
    metrics: createMetrics(),
  })
  await app.ready()
  const documents = [...app.documents].map(([name, read]) => ({
    file: `${name}.json`,
    text: `${JSON.stringify(read(), null, 2)}\n`,
  }))
  await app.close()
  await database.close()

  await mkdir(FOLDER, { recursive: true })
  for (const { file, text } of documents) {
    const path = new URL(file, FOLDER)
    if (!check) await writeFile(path, text)
    else if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
      console.error(
        `contract/openapi/${file} does not match the routes. Run \`npm run openapi\` and review the difference.`,
      )
      process.exitCode = 1
    }
  }
}

await publish(process.argv.includes('--check'))
