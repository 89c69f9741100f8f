import { Ajv, type ValidateFunction } from 'ajv'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'

/**
 * Bodies are validated as they are. Query parameters are text, so numbers and booleans are read from it. Each plugin with schemas of its
 * own needs this, because it does not inherit the compilers.
 */
export function setCompilers(app: FastifyInstance): void {
  // The schemas are part of the code, so validating the schemas themselves at every start is unnecessary.
  const options = {
    removeAdditional: false,
    useDefaults: false,
    allErrors: false,
    strict: false,
    validateSchema: false,
  } as const
  const bodyValidator = new Ajv({ ...options, coerceTypes: false })
  const queryValidator = new Ajv({ ...options, coerceTypes: true })
  app.setValidatorCompiler(({ schema, httpPart }) => {
    // The routes read the ids in the path themselves, because a malformed id is a 404.
    if (httpPart === 'params') return () => true
    return compileOnFirstUse(httpPart === 'querystring' ? queryValidator : bodyValidator, schema)
  })
  // The routes serialize their responses. This one is only used for error responses.
  app.setSerializerCompiler(() => (body) => JSON.stringify(body))
}

type Validator = ReturnType<FastifySchemaCompiler<unknown>>

/** Most processes never receive a request for most routes, and compiling all validators would slow down the start. */
function compileOnFirstUse(ajv: Ajv, schema: unknown): Validator {
  let compiled: ValidateFunction | undefined
  const validate: Validator = (value: unknown) => {
    compiled ??= ajv.compile(schema as object)
    const isValid = compiled(value)
    validate.errors = compiled.errors as NonNullable<Validator['errors']>
    return isValid
  }
  return validate
}
