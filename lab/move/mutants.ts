import { defineMutants } from '../../e2e/kit/mutants/mutant.ts'

/** Each of them loses something that a client was told. */
export const MOVE_MUTANTS = defineMutants([
  {
    name: 'what changed after the copy is left behind',
    file: 'server/src/portable/move/move-store.ts',
    in: 'copyAndSwitch',
    at: 'const changedRows',
    replace: '    const changedRows = 0',
  },
  {
    name: 'a store that moves goes on writing',
    file: 'server/src/db/database.ts',
    in: 'moveToStore',
    find: 'any (stopped_stores())',
    by: "any ('{}'::uuid[])",
  },
  {
    name: 'old keys are forgotten',
    file: 'server/src/portable/move/switch-store.ts',
    in: 'keepNames',
    at: 'await sql`',
    replace: '',
  },
])
