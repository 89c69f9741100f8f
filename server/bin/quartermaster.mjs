#!/usr/bin/env node
// Node 24 runs TypeScript directly, and has Argon2 since 24.7. Older versions would fail with a confusing error.
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(
    `Quartermaster needs Node 24.7 or newer, but this is ${process.version}. Install Node 24 from https://nodejs.org. In a development checkout, \`npx quartermaster\` uses the Node that \`npm ci\` installed.`,
  )
  process.exit(1)
}
// Keeps compiled modules between runs, which makes every command start faster.
const { enableCompileCache } = await import('node:module')
enableCompileCache()
// A reader such as `head` can close the pipe early. That is not an error.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error
})
const { main } = await import('../src/cli/main.ts')
process.exitCode = await main(process.argv)
// The channel to a parent would keep a process alive that has ended, for example because it cannot start.
process.channel?.unref()
