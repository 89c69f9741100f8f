import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifyBaseLogger, FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { ManageProblem } from '@quartermaster/contract/manage'
import { createRefusal } from '../refuse.ts'
import { auditRoutes } from './store/audit-log.ts'
import { categoryRoutes } from './store/categories.ts'
import { checkoutDetailRoutes } from './store/checkout-details.ts'
import { checkoutRoutes } from './store/checkouts.ts'
import { deliveryRoutes } from './store/deliveries.ts'
import { deadLetterRoutes } from './store/dead-letters.ts'
import { entitlementRoutes } from './store/entitlements.ts'
import { statisticsRoutes } from './store/statistics.ts'
import { guard, type InProcess } from './guard.ts'
import type { ManageParts } from './manage-parts.ts'
import { memberRoutes } from './store/members.ts'
import { playerRoutes } from './store/players.ts'
import { productRoutes } from './store/products.ts'
import { paymentProviderRoutes } from './store/payment-providers.ts'
import { redeliveryRoutes } from './store/redeliveries.ts'
import { serverKeyRoutes } from './store/server-keys.ts'
import { serverRoutes } from './store/servers.ts'
import { storesRoutes } from './store/stores.ts'
import { openSurface } from './surface.ts'
import { tokenRoutes } from './store/tokens.ts'
import { webhookHistoryRoutes } from './store/webhook-history.ts'
import { webhookRoutes } from './store/webhooks.ts'
import { whoAmIRoutes } from './who-am-i.ts'

type Logger = Pick<FastifyBaseLogger, 'error' | 'warn'>

export const MANAGE = '/api/manage/1.0'

/** Answers are data: nothing of them is ever shown as a page, framed, or read by the page of somebody else. */
const HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
}
const YEAR_SECONDS = 31_536_000

/** Everything an owner can do. The one hook of the guard stands before every route here. */
export async function manage(app: FastifyInstance, parts: ManageParts & InProcess & { logger: Logger }): Promise<void> {
  app.setErrorHandler(createRefusal(parts.logger, { withField: true }))
  validateStrictly(app)
  guard(app, parts)
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(HEADERS)
    if (parts.publicUrl.startsWith('https://')) reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}`)
  })
  const surface = openSurface(app, parts)
  surface.publish(ManageProblem)
  whoAmIRoutes(surface)
  // The command line has no account, and starts faster without these modules.
  if (!parts.principal) (await import('./account/routes.ts')).allAccountRoutes(surface)
  storesRoutes(surface)
  serverRoutes(surface)
  serverKeyRoutes(surface)
  categoryRoutes(surface)
  productRoutes(surface)
  checkoutRoutes(surface)
  checkoutDetailRoutes(surface)
  deliveryRoutes(surface)
  deadLetterRoutes(surface)
  redeliveryRoutes(surface)
  entitlementRoutes(surface)
  playerRoutes(surface)
  statisticsRoutes(surface)
  webhookRoutes(surface)
  webhookHistoryRoutes(surface)
  paymentProviderRoutes(surface)
  memberRoutes(surface)
  tokenRoutes(surface)
  auditRoutes(surface)
}

/** Bodies are taken as they are; what stands in an address is text, so numbers are read from it. */
function validateStrictly(app: FastifyInstance): void {
  // The schemas are part of the code, so compiling the schema of schemas at every start would be wasted.
  const options = {
    removeAdditional: false,
    useDefaults: false,
    allErrors: false,
    strict: false,
    validateSchema: false,
  } as const
  const bodies = new Ajv({ ...options, coerceTypes: false })
  const addresses = new Ajv({ ...options, coerceTypes: true })
  app.setValidatorCompiler(({ schema, httpPart }) => {
    // Read and refused by the routes themselves: what is no id is no thing.
    if (httpPart === 'params') return () => true
    return whenAsked(httpPart === 'querystring' ? addresses : bodies, schema)
  })
  // Answers are written by the routes. A serializer for each status of each route would take seconds at every start.
  app.setSerializerCompiler(() => (answer) => JSON.stringify(answer))
}

type Validator = ReturnType<FastifySchemaCompiler<unknown>>

/** Compiled when the first request comes: most processes never see most routes. */
function whenAsked(ajv: Ajv, schema: unknown): Validator {
  let compiled: ValidateFunction | undefined
  const validate: Validator = (value: unknown) => {
    compiled ??= ajv.compile(schema as object)
    const isValid = compiled(value)
    validate.errors = compiled.errors as NonNullable<Validator['errors']>
    return isValid
  }
  return validate
}
