type Setting = {
  /** The environment variable. Its key in the configuration file is the same name in lower case. */
  name: string
  meaning: string
  default: string
  /** Never printed, and not for files that everyone can read. */
  isSecret?: true
}

const NONE = 'none'
const FOR_TESTS = { default: 'its own', meaning: 'another address of this service, for tests' }

/** Every setting. The help of `serve` and the table in docs/operate/configuration.md are written from this list. */
export const SETTINGS: readonly Setting[] = [
  {
    name: 'DATABASE_URL',
    meaning:
      'the database, such as postgres://user:password@host:5432/quartermaster. Its user owns the tables and can create roles',
    default: 'required',
    isSecret: true,
  },
  {
    name: 'DATABASE_POOL',
    meaning: 'connections per process for each of the two busiest database roles',
    default: '10',
  },
  { name: 'HOST', meaning: 'the address to listen on, for game servers, players and owners', default: '127.0.0.1' },
  { name: 'PORT', meaning: 'the port to listen on; 0 chooses a free one', default: '8080' },
  {
    name: 'METRICS_HOST',
    meaning:
      'the address of /healthz, /readyz and /metrics. Do not expose it to the public; in a container, use 0.0.0.0 and do not publish the port',
    default: '127.0.0.1',
  },
  { name: 'METRICS_PORT', meaning: 'the port of /healthz, /readyz and /metrics', default: '9091' },
  {
    name: 'TRUST_PROXY',
    meaning: 'addresses of reverse proxies, comma-separated. Each must set X-Forwarded-For',
    default: NONE,
  },
  {
    name: 'PUBLIC_URL',
    meaning:
      'the address of the management: the dashboard and /api/manage. Cookies, links in e-mails and passkeys are bound to it',
    default: 'http://HOST:PORT',
  },
  {
    name: 'STOREFRONT_DOMAIN',
    meaning: 'the domain below which each store has a host',
    default: 'none: stores have only domains of their own',
  },
  {
    name: 'API_URL',
    meaning: 'the address for game servers, payment callbacks and documents',
    default: 'api.STOREFRONT_DOMAIN; without it, PUBLIC_URL',
  },
  {
    name: 'SINGLE_OWNER',
    meaning: 'on or off: all stores are yours, so STOREFRONT_DOMAIN can be on the site of PUBLIC_URL',
    default: 'off',
  },
  {
    name: 'SECRET_KEYS',
    meaning: 'encryption keys: k2:<32 bytes in base64>,k1:<…>, the newest first',
    default: 'none: providers, webhooks, e-mail and second factors are not available',
    isSecret: true,
  },
  {
    name: 'SMTP_URL',
    meaning: 'the outgoing mail server: smtps://user:password@mail.example:465 or smtp://…',
    default: 'none: e-mails stay in the database',
    isSecret: true,
  },
  {
    name: 'MAIL_FROM',
    meaning: 'the sender of e-mails, such as Vale Store <store@vale.example>. Required with SMTP_URL',
    default: NONE,
  },
  {
    name: 'SIGN_UP',
    meaning:
      'who can create an account: open (anyone with an e-mail address), invite (people who were invited to a store) or off (only `account create` on this machine)',
    default: 'invite',
  },
  { name: 'DISCORD_CLIENT_ID', meaning: 'a Discord application for sign-in', default: NONE },
  { name: 'DISCORD_CLIENT_SECRET', meaning: 'the secret of this application', default: NONE, isSecret: true },
  { name: 'GITHUB_CLIENT_ID', meaning: 'a GitHub OAuth app for sign-in', default: NONE },
  { name: 'GITHUB_CLIENT_SECRET', meaning: 'the secret of this app', default: NONE, isSecret: true },
  {
    name: 'WEBHOOK_ALLOW',
    meaning: 'address ranges that webhooks can reach in addition to the public internet, such as 10.0.0.0/8',
    default: NONE,
  },
  { name: 'CELL', meaning: 'the name of this cell; it becomes part of new server keys', default: 'c1' },
  {
    name: 'CELLS_FILE',
    meaning: 'the file that lists the cells; requests for stores that were moved away are forwarded to their cell',
    default: NONE,
  },
  {
    name: 'BACKGROUND_WORK',
    meaning:
      'on or off: expiries, webhooks, e-mail, redeliveries, payment reconciliation, unfinished refunds, ledger partitions. At least one process per database must do this work',
    default: 'on',
  },
  {
    name: 'DOCUMENTATION',
    meaning: 'on or off: serves the API documents and guides at /docs, for everybody',
    default: 'on',
  },
  { name: 'LOG_LEVEL', meaning: 'fatal, error, warn, info, debug, trace or silent', default: 'info' },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning: 'an OpenTelemetry collector that gets a trace of each purchase, such as http://127.0.0.1:4318',
    default: 'none: purchases are not traced',
  },
  { name: 'STRIPE_URL', ...FOR_TESTS },
  { name: 'MERCADOPAGO_URL', ...FOR_TESTS },
  { name: 'PAYPAL_URL', ...FOR_TESTS },
  { name: 'DISCORD_URL', ...FOR_TESTS },
  { name: 'GITHUB_URL', ...FOR_TESTS },
  { name: 'STEAM_URL', ...FOR_TESTS },
  { name: 'MOJANG_URL', ...FOR_TESTS },
]

/** The key of an environment variable in the configuration file. */
export function keyOf(name: string): string {
  return name.toLowerCase()
}
