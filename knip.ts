import type { KnipConfig } from 'knip'
import { ENTRIES } from './lab/entries.ts'

/** The programs of the lab below a workspace. */
const programsIn = (folder: string) =>
  ENTRIES.flatMap(({ program }) => (program.startsWith(`${folder}/`) ? program.slice(folder.length + 1) : []))

const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: ['scripts/*.ts', 'scripts/agent-executable/entry.ts', 'examples/typescript/*.ts'],
      project: ['scripts/**/*.ts', 'examples/**/*.ts'],
      ignoreDependencies: ['@arethetypeswrong/cli', 'postject', 'publint'],
      ignoreBinaries: ['minisign'],
    },
    contract: {
      includeEntryExports: true,
      project: ['src/**/*.ts'],
    },
    server: {
      entry: [
        'src/main.ts',
        'src/themes/isolation/{print-renderer-code.ts,renderer-process.ts,run-renderer.mjs}',
        '**/*.test.ts',
      ],
      project: ['**/*.{ts,mjs}'],
      ignoreBinaries: ['pgbackrest', 'runuser'],
    },
    'local-postgres': {
      includeEntryExports: true,
      entry: ['**/*.test.ts'],
      project: ['**/*.ts'],
    },
    lab: {
      entry: [...programsIn('lab'), 'hot-paths/baseline-server.ts', 'pages/baseline-server.ts', '**/*.test.ts'],
      project: ['**/*.ts'],
      ignoreBinaries: ['caddy', 'promtool', 'prometheus', 'systemd-nspawn', 'nsenter', 'haproxy'],
    },
    e2e: {
      entry: [
        ...programsIn('e2e'),
        '**/*.test.ts',
        'crash/money/checkout-server.ts',
        'idempotency/product-process.ts',
        'kit/kills/hold-process.ts',
      ],
      project: ['**/*.ts'],
      ignoreBinaries: ['mkfifo', 'mcs', 'lua5.4', 'dpkg-query'],
      ignoreDependencies: ['@kubernetes-models/cloudnative-pg', 'kubernetes-models'],
    },
    dashboard: {
      entry: ['test/*.test.ts'],
      project: ['**/*.{ts,tsx}'],
      ignoreDependencies: ['texts'],
    },
    sdk: {
      entry: ['**/*.test.ts'],
      project: ['**/*.ts'],
    },
    agent: {
      entry: ['src/cli/start.ts', '**/*.test.ts'],
      project: ['**/*.{ts,mjs}'],
    },
    conformance: {
      entry: ['src/cli.ts', '**/*.test.ts'],
      project: ['**/*.{ts,mjs}'],
    },
  },
}

export default config
