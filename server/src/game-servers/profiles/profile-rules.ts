import { FIVEM } from './fivem.ts'
import { MTA } from './mta.ts'
import type { Profile, ProfileRules } from './profile.ts'

/** One file for each profile, with its rules and their reasons. `standard` is the interface as documented. */
export const PROFILE_RULES: Record<Profile, ProfileRules> = { standard: {}, fivem: FIVEM, mta: MTA }
