import { describeDialect, describeLostConnection } from './test/dialect-suite.ts'
import { startRustGame } from './test/rust-game.ts'
import { openWebsocketRcon } from './websocket-rcon.ts'

const SUBJECT = {
  open: openWebsocketRcon,
  start: startRustGame,
  mostBytes: 4_000,
  online: ['76561198000000001', '76561198000000002'],
}

describeDialect('Rust', SUBJECT)
describeLostConnection('Rust', SUBJECT)
