import { LEVELS as ROOM_LEVELS } from './server/src/levels.ts'

const roomPatterns = ROOM_LEVELS.map((names) => names.map((name) => `${name}/`))
const FILES = ['(?!(app|main)\\.ts$)[^/]+\\.ts$']
const START = ['(app|main)\\.ts$']
/** Patterns below server/src, lowest level first. */
const LEVELS = [FILES, ...roomPatterns.slice(0, -1), START, ...roomPatterns.slice(-1)]

/** The files of contract/ that published packages may import. */
const LIMITS = 'contract/src/(games/limits|promotions/discount-limits)\\.ts$'
const TEST = '\\.test\\.ts$'
const ROOMS = LEVELS.flatMap((rooms, level) => rooms.map((room) => ({ room, level })))
const inSrc = (rooms) => `^server/src/(${rooms.join('|')})`

const levelRules = ROOMS.map(({ room, level }) => ({
  name: `level-${level + 1}-${room.endsWith('/') ? room.slice(0, -1) : 'files'}`,
  comment: `server/src/${room} is on level ${level + 1}; this import goes sideways or up`,
  severity: 'error',
  from: { path: inSrc([room]), pathNot: TEST },
  to: { path: '^server/src/', pathNot: inSrc([...LEVELS.slice(0, level).flat(), room]) },
}))

/** Harnesses that use the fixtures of another harness. All others import their own folder, the kit and the emulators. */
const SHARED_FIXTURES = {
  idempotency: ['walls'],
  fuzz: ['walls', 'games'],
  storefront: ['games'],
  dashboard: ['storefront'],
  roads: ['storefront', 'dashboard'],
}
const harnessRule = (name, from, others = []) => ({
  name,
  comment: 'A harness imports its own folder, e2e/kit and e2e/emulators',
  severity: 'error',
  from,
  to: { path: '^(e2e|lab)/', pathNot: `^e2e/(${['$1', 'kit', 'emulators', ...others].join('|')})/` },
})
const harnessRules = [
  harnessRule('harnesses-do-not-import-each-other', {
    path: '^e2e/([^/]+)/',
    pathNot: `^e2e/(${['kit', 'emulators', ...Object.keys(SHARED_FIXTURES)].join('|')})/`,
  }),
  ...Object.entries(SHARED_FIXTURES).map(([name, others]) =>
    harnessRule(`${name}-imports`, { path: `^e2e/(${name})/` }, others),
  ),
]

const forbidden = [
  ...levelRules,
  {
    name: 'every-folder-has-a-level',
    comment: 'This folder is missing in server/src/levels.ts',
    severity: 'error',
    from: { path: '^server/src/', pathNot: inSrc(LEVELS.flat()) },
    to: {},
  },
  { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
  { name: 'imports-resolve', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: '^texts:' } },
  {
    name: 'no-sql-at-the-edges',
    comment: 'http, workers and cli call use cases; SQL lives in the domain folders',
    severity: 'error',
    from: { path: inSrc(['http/', 'workers/', 'cli/']), pathNot: TEST },
    to: { path: '(^|/)node_modules/(@types/)?(kysely|pg)/' },
  },
  {
    name: 'nobody-imports-server',
    severity: 'error',
    from: { pathNot: '^(server|lab|e2e|scripts)/' },
    to: { path: '^server/' },
  },
  {
    name: 'contract-imports-no-workspace',
    severity: 'error',
    from: { path: '^contract/' },
    to: { path: '^(sdk|agent|conformance|server|local-postgres|lab|e2e|scripts)/' },
  },
  {
    name: 'sdk-imports-standardwebhooks-only',
    comment: 'The SDK is published with this one dependency; the build copies the limits into it',
    severity: 'error',
    from: { path: '^sdk/', pathNot: `${TEST}|/test/` },
    to: { path: `^(?!sdk/|node_modules/standardwebhooks/|${LIMITS})`, dependencyTypesNot: ['core'] },
  },
  {
    name: 'agent-and-conformance-import-the-sdk',
    comment: 'They are published with the SDK as their only dependency; the build copies the limits into them',
    severity: 'error',
    from: { path: '^(agent|conformance)/', pathNot: `${TEST}|/test/` },
    to: { path: `^(?!sdk/|agent/|conformance/|${LIMITS})`, dependencyTypesNot: ['core'] },
  },
  {
    name: 'agent-and-conformance-do-not-know-each-other',
    severity: 'error',
    from: { path: '^(agent|conformance)/' },
    to: { path: '^(agent|conformance)/', pathNot: '^$1/' },
  },
  {
    name: 'dashboard-imports-the-sdk',
    comment: 'The dashboard talks to the published API only',
    severity: 'error',
    from: { path: '^dashboard/' },
    to: { path: '^(contract|agent|conformance|server|local-postgres|lab|e2e|scripts)/' },
  },
  {
    name: 'nobody-imports-the-dashboard',
    severity: 'error',
    from: { pathNot: '^dashboard/' },
    to: { path: '^dashboard/' },
  },
  {
    name: 'bookkeeper-knows-no-product',
    comment: 'The bookkeeper of the roads shares no code with what it checks, not even through another file',
    severity: 'error',
    from: { path: '^e2e/roads/bookkeeper/' },
    to: { path: '^(server|sdk|contract|dashboard|agent)/', reachable: true },
  },
  ...harnessRules,
  {
    name: 'kit-imports-no-harness',
    severity: 'error',
    from: { path: '^e2e/(kit|emulators)/' },
    to: { path: '^(e2e|lab)/', pathNot: '^e2e/(kit|emulators)/' },
  },
  {
    name: 'nobody-imports-the-lab',
    comment: 'The gate runs without the lab. An entry of the lab may use the fixtures of what the gate runs',
    severity: 'error',
    from: { pathNot: '^lab/' },
    to: { path: '^lab/' },
  },
  {
    name: 'product-imports-no-test-code',
    severity: 'error',
    from: { path: '^(server|contract|sdk|agent|conformance)/src/', pathNot: `${TEST}|/test/` },
    to: { path: `^(local-postgres|lab|e2e|scripts|server/test)/|${TEST}` },
  },
]

export default {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)node_modules/.*/node_modules/|^[a-z]+/dist/' },
    // Type imports bind as tightly as any other.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
