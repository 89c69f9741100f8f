/** Every setting of the process, read once. This is the only file that looks at the environment. */
export type Config = {
  databaseUrl: string
  host: string
  port: number
  metricsPort: number
  poolSize: number
  cell: string
  logLevel: string
  trustProxy: boolean | string
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export class ConfigError extends Error {
  constructor(faults: string[]) {
    super(
      `The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:\n${faults.map((f) => `  - ${f}`).join('\n')}`,
    )
    this.name = 'ConfigError'
  }
}

/** Lists every fault at once, so that nobody mends them one start at a time. */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const faults: string[] = []

  function text(name: string, fallback: string, { form, hint }: { form: RegExp; hint: string }): string {
    const value = env[name] || fallback
    if (!form.test(value)) faults.push(`${name} is "${value}"; ${hint}`)
    return value
  }
  function integer(name: string, fallback: number, most: number, least = 0): number {
    const value = env[name] || String(fallback)
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < least || number > most) {
      faults.push(`${name} is "${value}"; it must be a whole number from ${least} to ${most}`)
    }
    return number
  }

  const databaseUrl = env['DATABASE_URL'] ?? ''
  if (databaseUrl === '')
    faults.push('DATABASE_URL is not set; give it like postgres://user:password@host:5432/quartermaster')
  else if (!/^postgres(ql)?:\/\//.test(databaseUrl)) faults.push('DATABASE_URL must begin with postgres://') // never print it: it holds a password

  const config: Config = {
    databaseUrl,
    host: text('HOST', '127.0.0.1', { form: /^[0-9A-Za-z.:_-]+$/, hint: 'give an address like 0.0.0.0 or 127.0.0.1' }),
    port: integer('PORT', 8080, 65_535),
    metricsPort: integer('METRICS_PORT', 9091, 65_535),
    poolSize: integer('DATABASE_POOL', 10, 500, 1),
    cell: text('CELL', 'c1', {
      form: /^[a-z0-9]{1,8}$/,
      hint: 'a cell is named by 1 to 8 lower-case letters or digits',
    }),
    logLevel: text('LOG_LEVEL', 'info', {
      form: new RegExp(`^(${LOG_LEVELS.join('|')})$`),
      hint: `it must be one of ${LOG_LEVELS.join(', ')}`,
    }),
    trustProxy: proxies(env['TRUST_PROXY']),
  }
  if (config.port !== 0 && config.port === config.metricsPort) faults.push('PORT and METRICS_PORT must differ')
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

/** Off, or the addresses of the proxies in front: a header from anyone else is not believed. */
function proxies(value: string | undefined): boolean | string {
  return value === undefined || value === '' || value === 'false' ? false : value
}
