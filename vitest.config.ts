import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{server,dashboard,contract,sdk,agent,conformance,local-postgres,lab,e2e}/**/*.test.ts'],
    globalSetup: 'server/test/global-setup.ts',
    pool: 'forks',
    // The files of a worker share its modules. Loading and compiling them for each file took a third of the CPU time.
    isolate: false,
    // The tests wait a lot, for leases, delays and process starts, so four files at a time use two cores well.
    maxWorkers: 4,
    // They end what hangs. A busy machine can take many times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    teardownTimeout: 30_000,
    expect: { poll: { timeout: 30_000 } },
    allowOnly: false,
  },
})
