import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { type AddressRanges, addressRanges, parseAddressRanges } from '../address-ranges.ts'
import { parseDomain } from '../host-name.ts'
import { defaultApiUrl, urlHost } from './default-urls.ts'
import { findOriginFaults } from './find-origin-faults.ts'
import { parseSealingKeys, type SealingKey } from '../seal.ts'
import { type Environment, readSettings, type Settings } from './read-settings.ts'
import { parseTrustedProxies } from './trusted-proxies.ts'

/** Every setting of the process. Only this file reads the environment. */
export type Config = {
  databaseUrl: string
  host: string
  port: number
  /** Health and metrics are not for the public. */
  metricsHost: string
  metricsPort: number
  poolSize: number
  cell: string
  /** The file that lists the cells. */
  cellsFile: string | undefined
  logLevel: string
  /** What other addresses forward about clients is ignored. */
  trustProxy: AddressRanges
  /** Whether the API documents and guides are served at `/docs`. */
  documentation: boolean
  /** Expiries, webhooks, payment reconciliation and so on. At least one process of a cell must do this work. */
  backgroundWork: boolean
  /** The management: `/api/manage` and the pages of accounts. */
  publicUrl: string
  /** Games interfaces, payment callbacks and documents. The same as `publicUrl` in an installation without storefronts. */
  apiUrl: string
  /** The domain whose subdomains are hosts of stores. Without it, stores have only domains of their own. */
  storefrontDomain: string | undefined
  /** All stores belong to one owner, so storefronts may be on the site of the management. */
  singleOwner: boolean
  /** Keys that encrypt secrets in the database, the newest first. */
  secretKeys: SealingKey[]
  /** Address ranges that webhooks can reach in addition to the public internet. */
  webhookAllow: AddressRanges
  /** Other addresses of the providers, for tests. */
  stripeUrl: URL | undefined
  mercadopagoUrl: URL | undefined
  paypalUrl: URL | undefined
  /** Other addresses of the services that know players, for tests. */
  mojangUrl: URL | undefined
  steamUrl: URL | undefined
  discordUrl: URL | undefined
  /** The outgoing mail server. Without it, e-mails stay in the database. */
  smtp: { url: string; from: string } | undefined
  /** Who can create an account: anyone, people who were invited to a store, or only operators on the command line. */
  signUp: 'open' | 'invite' | 'off'
  /** Providers that people can sign in with. */
  discord: OAuthClient | undefined
  github: OAuthClient | undefined
  /** An OpenTelemetry collector. Without it, purchases are not traced. */
  otlpUrl: string | undefined
  /** What is unsafe about the files that the settings come from. */
  warnings: string[]
}

/** `url` replaces the provider's own address in tests. */
type OAuthClient = { clientId: string; clientSecret: string; url?: URL }

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export class ConfigError extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((f) => `  - ${f}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Reports all problems at once. Without `env`, the settings come from the environment and the configuration file. */
export function readConfig(env?: Environment): Config {
  if (env !== undefined) return checkSettings({ values: env, sources: {}, file: undefined, problems: [], warnings: [] })
  return checkSettings(loadSettings())
}

/** The settings of another installation on this machine. Only its file counts, not the environment of this process. */
export function readConfigFile(path: string): Config {
  return checkSettings(readSettings({ QUARTERMASTER_CONFIG: resolve(path) }))
}

/** The settings of this process, as they were given. */
export function loadSettings(): Settings {
  return readSettings(process.env)
}

/** Reads this configuration file, also in programs that this process starts. */
export function useSettingsFile(path: string): void {
  process.env['QUARTERMASTER_CONFIG'] = resolve(path)
}

function checkSettings({ values: env, sources, warnings, problems: unread }: Settings): Config {
  const problems: string[] = []

  function text(name: string, fallback: string, { form, hint }: { form: RegExp; hint: string }): string {
    const value = env[name] || fallback
    if (!form.test(value)) problems.push(`${name} is "${value}". ${hint}`)
    return value
  }
  const isOn = (name: string, fallback = 'on') =>
    text(name, fallback, { form: /^(on|off)$/, hint: 'Use on or off' }) === 'on'
  const hostName = (name: string) =>
    text(name, '127.0.0.1', { form: /^[0-9A-Za-z.:_-]+$/, hint: 'Use an address like 0.0.0.0 or 127.0.0.1' })
  function integer(name: string, fallback: number, max: number, min = 0): number {
    const value = env[name] || String(fallback)
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max) {
      problems.push(`${name} is "${value}". It must be a whole number from ${min} to ${max}`)
    }
    return number
  }

  function address(name: string): URL | undefined {
    const value = env[name]
    if (value === undefined || value === '') return undefined
    const url = URL.canParse(value) ? new URL(value) : undefined
    if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '') return url
    problems.push(`${name} is "${value}". Use an address like https://store.example, without a path`)
    return undefined
  }

  function domain(name: string): string | undefined {
    const value = env[name] || undefined
    const parsed = value === undefined ? undefined : parseDomain(value)
    if (value !== undefined && parsed === undefined)
      problems.push(`${name} is "${value}". Use a domain like stores.example`)
    return parsed
  }

  // These values are never printed, because they contain passwords.
  function smtp(): Config['smtp'] {
    const url = env['SMTP_URL'] || undefined
    const from = env['MAIL_FROM'] || undefined
    if (url !== undefined && !(URL.canParse(url) && /^smtps?:\/\/./.test(url)))
      problems.push('SMTP_URL must be an address like smtps://user:password@mail.example:465')
    if (url !== undefined && !/^([^<>@\r\n]*<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/.test(from ?? ''))
      problems.push('MAIL_FROM must be set with SMTP_URL, like "Vale Store <store@vale.example>"')
    return url !== undefined && from !== undefined ? { url, from } : undefined
  }
  function oauthClient(name: string): OAuthClient | undefined {
    const clientId = env[`${name}_CLIENT_ID`] || undefined
    const clientSecret = env[`${name}_CLIENT_SECRET`] || undefined
    const url = address(`${name}_URL`)
    if (clientId === undefined && clientSecret === undefined) return undefined
    if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret, ...(url && { url }) }
    problems.push(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET must both be set, or neither`)
    return undefined
  }

  const databaseUrl = env['DATABASE_URL'] ?? ''
  if (databaseUrl === '')
    problems.push('DATABASE_URL is not set. Use one like postgres://user:password@host:5432/quartermaster')
  else if (!/^postgres(ql)?:\/\//.test(databaseUrl))
    problems.push('DATABASE_URL must start with postgres://') // not printed, because it contains a password
  else if (hasParameter(databaseUrl, 'options'))
    problems.push(
      'DATABASE_URL must not contain the parameter `options`, because it would replace the role of each connection. Remove it, and set its values with `alter database … set …`',
    )

  const config: Config = {
    databaseUrl,
    host: hostName('HOST'),
    metricsHost: hostName('METRICS_HOST'),
    port: integer('PORT', 8080, 65_535),
    metricsPort: integer('METRICS_PORT', 9091, 65_535),
    poolSize: integer('DATABASE_POOL', 10, 500, 1),
    cellsFile: env['CELLS_FILE'] || undefined,
    cell: text('CELL', 'c1', {
      form: /^[a-z0-9]{1,8}$/,
      hint: 'Use 1 to 8 lower-case letters or digits',
    }),
    logLevel: text('LOG_LEVEL', 'info', {
      form: new RegExp(`^(${LOG_LEVELS.join('|')})$`),
      hint: `Use one of ${LOG_LEVELS.join(', ')}`,
    }),
    trustProxy: parseTrustedProxies(env['TRUST_PROXY'] ?? '') ?? addressRanges([]),
    documentation: isOn('DOCUMENTATION'),
    backgroundWork: isOn('BACKGROUND_WORK'),
    publicUrl: '',
    apiUrl: '',
    storefrontDomain: domain('STOREFRONT_DOMAIN'),
    singleOwner: isOn('SINGLE_OWNER', 'off'),
    secretKeys: parseSealingKeys(env['SECRET_KEYS'] ?? '') ?? [],
    webhookAllow: parseAddressRanges(env['WEBHOOK_ALLOW'] ?? '') ?? addressRanges([]),
    stripeUrl: address('STRIPE_URL'),
    mercadopagoUrl: address('MERCADOPAGO_URL'),
    paypalUrl: address('PAYPAL_URL'),
    mojangUrl: address('MOJANG_URL'),
    steamUrl: address('STEAM_URL'),
    discordUrl: address('DISCORD_URL'),
    smtp: smtp(),
    signUp: text('SIGN_UP', 'invite', {
      form: /^(open|invite|off)$/,
      hint: 'Use open, invite or off',
    }) as Config['signUp'],
    discord: oauthClient('DISCORD'),
    github: oauthClient('GITHUB'),
    otlpUrl: address('OTEL_EXPORTER_OTLP_ENDPOINT')?.origin,
    warnings,
  }
  config.publicUrl = address('PUBLIC_URL')?.origin ?? `http://${urlHost(config.host)}:${config.port}`
  config.apiUrl = address('API_URL')?.origin ?? defaultApiUrl(config)
  // Otherwise HOST or PORT is wrong, which is a problem of its own.
  if (URL.canParse(config.publicUrl)) problems.push(...findOriginFaults(config))
  // The value is not printed, because it contains the keys.
  if (!parseSealingKeys(env['SECRET_KEYS'] ?? '')) {
    problems.push(
      'SECRET_KEYS must be a list like k2:<32 bytes in base64>,k1:<32 bytes in base64>, the newest key first',
    )
  }
  if (!parseAddressRanges(env['WEBHOOK_ALLOW'] ?? '')) {
    problems.push(`WEBHOOK_ALLOW is "${env['WEBHOOK_ALLOW']}". Use address ranges like 10.0.0.0/8,fd00::/8`)
  }
  if (!parseTrustedProxies(env['TRUST_PROXY'] ?? '')) {
    problems.push(`TRUST_PROXY is "${env['TRUST_PROXY']}". Use addresses or ranges like 10.0.0.1,10.0.1.0/24`)
  }
  if (config.port !== 0 && config.port === config.metricsPort) problems.push('PORT and METRICS_PORT must be different')
  const found = [...unread, ...problems.map((problem) => problem.replace(/^[A-Z_]+/, (name) => sources[name] ?? name))]
  if (found.length > 0) throw new ConfigError(found)
  return config
}

/** Names are compared as the driver reads them: percent-decoded, and in any position. */
function hasParameter(url: string, name: string): boolean {
  return new URLSearchParams(url.split('?').slice(1).join('?').split('#')[0]).has(name)
}

/** The folder where the command line stores logins. */
export function settingsFolder(env: Environment = process.env): string {
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'quartermaster')
}

/** The environment of a program that this process starts. */
export function childEnvironment(added: Record<string, string>, env = process.env): Record<string, string | undefined> {
  return { ...env, ...added }
}
