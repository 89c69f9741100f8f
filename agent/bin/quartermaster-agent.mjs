#!/usr/bin/env node
import { existsSync } from 'node:fs'
import * as module from 'node:module'

module.enableCompileCache?.()

// The published package is JavaScript. A checkout is TypeScript, which Node runs directly from version 24 on.
const source = new URL('../src/cli/start.ts', import.meta.url)
const isCheckout = existsSync(source)
const requiredVersion = isCheckout ? 24 : 22
if (Number(process.versions.node.split('.')[0]) < requiredVersion) {
  const advice = isCheckout
    ? 'Start it with `npx quartermaster-agent`'
    : 'Install a newer version from https://nodejs.org'
  console.error(
    `quartermaster-agent needs Node ${requiredVersion} or newer, but this is Node ${process.versions.node}. ${advice}.`,
  )
  process.exit(1)
}
const { start } = await import(isCheckout ? source.href : new URL('../src/cli/start.js', import.meta.url).href)
await start()
