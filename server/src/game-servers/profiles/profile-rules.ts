import { FIVEM } from './fivem.ts'
import { MTA } from './mta.ts'
import type { Profile, ProfileRules } from './profile.ts'

/** One file for each profile, with its rules and their reasons. `standard` is the interface as documented. */
const PROFILE_RULES: Record<Profile, ProfileRules> = { standard: {}, fivem: FIVEM, mta: MTA }

export const ALL_RULES = Object.values(PROFILE_RULES)

/** Clients of interface 2.0 have no profile, and are treated as that interface describes. */
export function rulesOf(profile: Profile | undefined): ProfileRules {
  return PROFILE_RULES[profile ?? 'standard']
}
