import { openOpenttdAdmin } from './openttd-admin.ts'
import { describeDialect, describeLostConnection } from './test/dialect-suite.ts'
import { startOpenttdGame } from './test/openttd-game.ts'

const SUBJECT = {
  open: openOpenttdAdmin,
  start: startOpenttdGame,
  maxCommandBytes: 499,
  online: ['Steve', 'Alex Two'],
}

describeDialect('OpenTTD', SUBJECT)
describeLostConnection('OpenTTD', SUBJECT)
