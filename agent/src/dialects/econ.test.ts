import { openEcon } from './econ.ts'
import { describeDialect, describeLostConnection } from './test/dialect-suite.ts'
import { startEconGame } from './test/econ-game.ts'

const SUBJECT = { open: openEcon, start: startEconGame, maxCommandBytes: 1_000, online: ['Steve', `a' score=1 b`] }

describeDialect('Teeworlds', SUBJECT)
describeLostConnection('Teeworlds', SUBJECT)
