#!/usr/bin/env node
// Runs TypeScript as it is, which older versions of Node cannot: say so instead of failing on a colon.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Quartermaster needs Node 24 and this is ${process.version}. Run \`npm ci\` and start it with \`npx quartermaster\`: the project brings its own Node.`,
  )
  process.exit(1)
}
// Collects what is no longer used sooner than Node would: polls that wait live just long enough to look permanent.
const { setFlagsFromString } = await import('node:v8')
setFlagsFromString('--heap-growing-percent=50')
// Compiled once a version, not at every call.
const { enableCompileCache } = await import('node:module')
enableCompileCache()
// Who reads on, as `head` does, may have seen enough.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
})
const { main } = await import('../src/cli/main.ts')
process.exitCode = await main(process.argv)
