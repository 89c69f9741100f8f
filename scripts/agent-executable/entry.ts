import { start } from '../../agent/src/cli/start.ts'

// The main module of an executable is CommonJS and cannot wait.
void start()
