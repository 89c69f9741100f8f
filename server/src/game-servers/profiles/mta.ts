import type { ProfileRules } from './profile.ts'

/** The clients put the name into a pattern of Lua, where `%2` is an error at every poll and `%` disappears. */
const PERCENT = '％'

/** The public MTA clients of interface 1.0. */
export const MTA: ProfileRules = {
  adaptProducts: (products) => products.map((product) => ({ ...product, name: product.name.replaceAll('%', PERCENT) })),
}
