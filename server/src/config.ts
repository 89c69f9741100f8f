import { homedir } from 'node:os'
import { join } from 'node:path'
import { type AddressRanges, addressRanges, parseAddressRanges } from './address-ranges.ts'
import { parseSealingKeys, type SealingKey } from './seal.ts'

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
  /** Expiries, webhooks, asking providers: at least one process of a cell does it. */
  backgroundWork: boolean
  /** Where players and payment providers reach us. */
  publicUrl: string
  /** What secrets in the database are sealed with, the newest first. */
  secretKeys: SealingKey[]
  /** Where webhooks may go besides the public internet. */
  webhookAllow: AddressRanges
  /** Stand-ins for the providers' own addresses. */
  stripeUrl: URL | undefined
  mercadopagoUrl: URL | undefined
  paypalUrl: URL | undefined
  /** Where mails leave; without it they stay in the database. */
  smtp: { url: string; from: string } | undefined
  /** Other accounts that people may sign in with. */
  discord: OAuthClient | undefined
  github: OAuthClient | undefined
}

/** `url`: a stand-in for the provider's own address. */
type OAuthClient = { clientId: string; clientSecret: string; url?: URL }

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

  function address(name: string): URL | undefined {
    const value = env[name]
    if (value === undefined || value === '') return undefined
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '') return url
    faults.push(`${name} is "${value}"; give an address like https://store.example, without a path`)
    return undefined
  }

  // None of these is ever printed: they hold passwords.
  function smtp(): Config['smtp'] {
    const url = env['SMTP_URL'] || undefined
    const from = env['MAIL_FROM'] || undefined
    if (url !== undefined && !(URL.canParse(url) && /^smtps?:\/\/./.test(url)))
      faults.push('SMTP_URL must be an address like smtps://user:password@mail.example:465')
    if (url !== undefined && !/^([^<>@\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/.test(from ?? ''))
      faults.push('MAIL_FROM must be set with SMTP_URL, like "Vale Store <store@vale.example>"')
    return url !== undefined && from !== undefined ? { url, from } : undefined
  }
  function oauthClient(name: string): OAuthClient | undefined {
    const clientId = env[`${name}_CLIENT_ID`] || undefined
    const clientSecret = env[`${name}_CLIENT_SECRET`] || undefined
    const url = address(`${name}_URL`)
    if (clientId === undefined && clientSecret === undefined) return undefined
    if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret, ...(url && { url }) }
    faults.push(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET must both be set, or neither`)
    return undefined
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
    backgroundWork: text('BACKGROUND_WORK', 'on', { form: /^(on|off)$/, hint: 'it must be on or off' }) === 'on',
    publicUrl: '',
    secretKeys: parseSealingKeys(env['SECRET_KEYS'] ?? '') ?? [],
    webhookAllow: parseAddressRanges(env['WEBHOOK_ALLOW'] ?? '') ?? addressRanges([]),
    stripeUrl: address('STRIPE_URL'),
    mercadopagoUrl: address('MERCADOPAGO_URL'),
    paypalUrl: address('PAYPAL_URL'),
    smtp: smtp(),
    discord: oauthClient('DISCORD'),
    github: oauthClient('GITHUB'),
  }
  config.publicUrl = address('PUBLIC_URL')?.origin ?? `http://${urlHost(config.host)}:${config.port}`
  // Never print it: it holds the keys.
  if (!parseSealingKeys(env['SECRET_KEYS'] ?? '')) {
    faults.push('SECRET_KEYS must be a list like k2:<32 bytes in base64>,k1:<32 bytes in base64>, the newest key first')
  }
  if (!parseAddressRanges(env['WEBHOOK_ALLOW'] ?? '')) {
    faults.push(`WEBHOOK_ALLOW is "${env['WEBHOOK_ALLOW']}"; give address ranges like 10.0.0.0/8,fd00::/8`)
  }
  if (config.port !== 0 && config.port === config.metricsPort) faults.push('PORT and METRICS_PORT must differ')
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

/** Where the command line keeps what belongs to the person who uses it. */
export function settingsFolder(env: Record<string, string | undefined> = process.env): string {
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'quartermaster')
}

/** Off, or the addresses of the proxies in front: a header from anyone else is not believed. */
function proxies(value: string | undefined): boolean | string {
  return value === undefined || value === '' || value === 'false' ? false : value
}

/** Listening everywhere is no address to call; an IPv6 address wants brackets. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
