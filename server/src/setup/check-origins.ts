import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { isSameSite } from '../same-site.ts'
import type { Finding } from './check-database.ts'

type Settings = Pick<Config, 'publicUrl' | 'apiUrl' | 'storefrontDomain' | 'singleOwner'>

/** Checks whether the settings of the hosts fit the stores. DNS is not asked. */
export async function checkOrigins({ reader }: Pick<Database, 'reader'>, settings: Settings): Promise<Finding[]> {
  const { publicUrl, apiUrl, storefrontDomain } = settings
  const { rows } = await sql<{ labels: number; owned: number; mostOfOne: number }>`
    select (select count(*) from store_hosts where kind = 'label' and removed_at is null)::integer as labels,
      (select count(distinct store_id) from store_members where role = 'owner')::integer as owned,
      coalesce((select max(n) from (select count(*) as n from store_members where role = 'owner' group by account_id) o), 0)::integer
        as "mostOfOne"`.execute(reader)
  const { labels = 0, owned = 0, mostOfOne = 0 } = rows[0] ?? {}
  const stores = storefrontDomain === undefined ? 'stores only on domains of their own' : `stores *.${storefrontDomain}`
  const hosts: Finding = {
    check: 'hosts',
    ok: labels === 0 || storefrontDomain !== undefined,
    found:
      labels > 0 && storefrontDomain === undefined
        ? `${labels} stores have a label, but STOREFRONT_DOMAIN is not set, so these labels are not served`
        : `management ${publicUrl}, APIs ${apiUrl}, ${stores}`,
    advice: 'Set STOREFRONT_DOMAIN to the domain below which stores have their pages, such as stores.example',
  }
  return [hosts, ...checkSite(settings, { hasStrangers: mostOfOne < owned })]
}

function checkSite({ publicUrl, storefrontDomain }: Settings, { hasStrangers }: { hasStrangers: boolean }): Finding[] {
  if (storefrontDomain === undefined) return []
  const { hostname } = new URL(publicUrl)
  const isShared = isSameSite(hostname, storefrontDomain)
  return [
    {
      check: 'site of the stores',
      ok: !isShared || !hasStrangers,
      found: isShared
        ? `${storefrontDomain} is on the site of ${hostname}. A script in a theme can set cookies for the management and send requests that count as same-site${hasStrangers ? ', and the stores have different owners' : '. This is safe while all stores are yours'}`
        : `${storefrontDomain} is on another site than ${hostname}, so pages of stores cannot affect the management`,
      advice: 'Move the stores to another registrable domain with STOREFRONT_DOMAIN, and remove SINGLE_OWNER',
    },
  ]
}
