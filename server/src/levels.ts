/**
 * The rooms of server/src, lowest level first. A room imports lower rooms and uses their tables and SQL functions; rooms of one
 * level do not know each other. Files directly in server/src are below all rooms, except app.ts and main.ts, which are below cli.
 */
export const LEVELS: readonly (readonly string[])[] = [
  ['config', 'texts', 'pricing'],
  ['db', 'themes', 'cells'],
  ['stores'],
  ['events'],
  ['accounts', 'bans', 'game-servers', 'pictures'],
  ['catalog'],
  ['delivery', 'webhooks', 'access', 'promotions'],
  ['entitlements'],
  ['checkouts'],
  ['subscriptions'],
  ['payments', 'redelivery'],
  ['storefront'],
  ['verify', 'test-mode', 'players', 'statistics', 'feed', 'imports', 'setup', 'monitoring'],
  ['portable'],
  ['http', 'workers'],
  ['cli'],
]
