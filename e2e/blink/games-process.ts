import { type Cast, type Games, playGames } from './play-games.ts'

/** The process of the game servers: told whom to play, then to stop; it says when all are up, and what it saw. */
let games: Games | undefined

process.on('message', (message: Cast | 'stop') => {
  if (message !== 'stop') {
    games = playGames(message)
    void games.allUp.then(() => process.send?.('up'))
  } else {
    void games?.stop().then((played) => process.send?.(played))
  }
})
// The channel ends with the harness, however that ends.
process.on('disconnect', () => process.exit())
