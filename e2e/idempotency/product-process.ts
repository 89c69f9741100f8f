import { openProduct } from '../walls/open-product.ts'
import { holdResponses } from './hold-responses.ts'

/** The product in its own process, so that it can be killed. Prints its port first. */
const [databaseUrl = ''] = process.argv.slice(2)
const { port } = await openProduct(databaseUrl, { onRequest: holdResponses })
console.log(port)
