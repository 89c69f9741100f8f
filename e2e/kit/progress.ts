/** Harnesses show the same bar as the command line. */
export { startProgress } from '../../server/src/cli/progress.ts'
