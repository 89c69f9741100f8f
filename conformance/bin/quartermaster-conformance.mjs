#!/usr/bin/env node
// A published package contains compiled JavaScript. A checkout contains TypeScript, which needs Node 24.
import { existsSync } from 'node:fs'

const source = new URL('../src/cli.ts', import.meta.url)
const isCheckout = existsSync(source)
if (isCheckout && Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `This needs Node 24, but ${process.version} is running. Start it with \`npx quartermaster-conformance\`: npm installed Node 24 in the project.`,
  )
  process.exit(2)
}
const { main } = await import(isCheckout ? source.href : new URL('../src/cli.js', import.meta.url).href)
process.exitCode = await main(process.argv.slice(2))
