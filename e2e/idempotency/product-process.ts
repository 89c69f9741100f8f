import { openProduct } from '../walls/open-product.ts'
import { holdAnswers } from './hold.ts'

const [databaseUrl = ''] = process.argv.slice(2)
const { port } = await openProduct(databaseUrl, { onRequest: holdAnswers })
console.log(`port ${port}`)
