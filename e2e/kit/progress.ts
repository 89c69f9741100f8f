/** Harnesses show the same bar as the command line. */
export { type Progress, startProgress } from '../../server/src/cli/progress.ts'
