import { contentHash } from '../../server/src/themes/assets.ts'
import { readBuiltInTheme } from '../../server/src/themes/built-in-themes.ts'

const CATEGORIES = 10
/** The ids of the rows of two stores differ. */
const IDS_PER_STORE = 1_000_000

/** The hosts of all stores, and products in some of them. */
export function fillShelves({
  stores,
  products,
  shops,
}: {
  stores: number
  products: number
  shops: number
}): string[] {
  return [
    // The trigger that creates them does not run here.
    // Old enough: every process reads the changes of the last two minutes again each second.
    `insert into storefronts (store_id, changed_at) select bench.store(n), now() - interval '1 hour' from generate_series(1, ${stores}) n`,
    `insert into store_hosts (store_id, host, kind, proved_at, changed_at)
     select bench.store(n), 'shop' || n, 'label', now(), now() - interval '1 hour' from generate_series(1, ${stores}) n`,
    `insert into categories (store_id, id, name, slug, position)
     select bench.store(s), bench.id(0, 'cat', s * ${IDS_PER_STORE} + n), 'Shelf ' || n, 'shelf-' || n, n
     from generate_series(1, ${shops}) s, generate_series(1, ${CATEGORIES}) n`,
    `insert into products (store_id, id, category_id, slug, name, summary, description, price_minor, approve_commands, refund_commands,
       expire_commands, rebuy, delivers_to)
     select bench.store(s), bench.id(0, 'prd', s * ${IDS_PER_STORE} + n), bench.id(0, 'cat', s * ${IDS_PER_STORE} + 1 + n % ${CATEGORIES}),
       'product-' || n, 'Product ' || n, 'What it is good for', repeat('A sentence about the product. ', 20), 100 * n, '{give}', '{}',
       '{}', 'extend', 'default'
     from generate_series(1, ${shops}) s, generate_series(1, ${products}) n`,
  ]
}

export const OWN_THEME_MARK = '<meta name="theme" content="of the owner">'

/** Gives a store a theme of its own: the built-in one with a mark, so that its pages have almost the same bytes. */
export async function addOwnTheme(store: number): Promise<string[]> {
  const files = new Map(await readBuiltInTheme('vale'))
  const layout = String(files.get('layout/theme.liquid')).replace('{{ head }}', `{{ head }}${OWN_THEME_MARK}`)
  files.set('layout/theme.liquid', Buffer.from(layout))
  const rows = [...files].map(
    ([path, body]) =>
      `(bench.store(${store}), 1, '${path}', '${contentHash(body)}', decode('${body.toString('hex')}', 'hex'))`,
  )
  return [
    `insert into theme_versions (store_id, number, name, label, bytes, published_at)
     values (bench.store(${store}), 1, 'Own', '1', 1, now())`,
    `insert into theme_files (store_id, version, path, hash, content) values ${rows.join(', ')}`,
    `update storefronts set theme_version = 1 where store_id = bench.store(${store})`,
  ]
}
