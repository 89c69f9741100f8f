/** A small API with the features of the published documents: pages, headers, strict bodies, a schema in requests and responses. */
export const SAMPLE = {
  openapi: '3.1.0',
  info: { title: 'Sample API 1.0', version: '1.0', description: 'For tests' },
  components: {
    securitySchemes: { token: { type: 'http', scheme: 'bearer' }, cookie: { type: 'apiKey', in: 'cookie', name: 'c' } },
    schemas: {
      Problem: strict({ status: { type: 'integer' }, code: { type: 'string' } }, ['status', 'code']),
      Commands: strict({ approve: list({ type: 'string', maxLength: 500 }), refund: list({ type: 'string' }) }, [
        'approve',
      ]),
      Category: strict({ name: { type: 'string' }, parent: ref('Category') }, ['name']),
      Product: strict(
        {
          id: { type: 'string', pattern: '^prd_' },
          name: { type: 'string', maxLength: 100 },
          price: { type: 'string', format: 'decimal' },
          stock: { anyOf: [{ type: 'integer', minimum: 0 }, { type: 'null' }] },
          rebuy: { anyOf: [constant('extend'), constant('independent')] },
          state: { type: 'string', enum: ['listed', 'hidden'] },
          sale: { anyOf: [strict({ until: { type: 'string' } }, ['until']), { type: 'null' }] },
          commands: { $ref: '#/components/schemas/Commands' },
        },
        ['id', 'name', 'price', 'stock', 'rebuy', 'state', 'sale', 'commands'],
      ),
    },
  },
  security: [{ token: [] }, { cookie: [] }],
  paths: {
    '/stores/{storeId}/products': {
      get: {
        operationId: 'listProducts',
        parameters: [
          path('storeId'),
          { in: 'query', name: 'limit', schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 } },
          { in: 'query', name: 'state', schema: { type: 'string', enum: ['listed', 'hidden'] } },
        ],
        responses: {
          200: response(
            strict({ items: list(ref('Product')), nextCursor: { type: ['string', 'null'] } }, ['items', 'nextCursor']),
          ),
          404: problem(),
        },
      },
      post: {
        operationId: 'createProduct',
        parameters: [path('storeId'), { in: 'header', name: 'idempotency-key', schema: { type: 'string' } }],
        requestBody: body(
          strict(
            {
              name: { type: 'string', minLength: 1, maxLength: 100 },
              price: { type: 'string' },
              stock: { anyOf: [{ type: 'integer', minimum: 0, maximum: 1_000_000 }, { type: 'null' }] },
              rebuy: { anyOf: [constant('extend'), constant('independent')] },
              commands: { $ref: '#/components/schemas/Commands' },
            },
            ['name', 'price', 'commands'],
          ),
        ),
        responses: { 201: response(ref('Product')), 400: problem(), 404: problem() },
      },
    },
    '/categories': { get: { operationId: 'listCategories', responses: { 200: response(ref('Category')) } } },
    '/stores/{storeId}/products/{productId}': {
      get: {
        operationId: 'getProduct',
        parameters: [path('storeId'), path('productId')],
        responses: {
          200: { ...response(ref('Product')), headers: { etag: { required: true, schema: { type: 'string' } } } },
          404: problem(),
        },
      },
      delete: {
        operationId: 'deleteProduct',
        security: [{ cookie: [] }],
        parameters: [path('storeId'), path('productId')],
        responses: { 204: { description: 'deleted' }, 404: problem() },
      },
    },
  },
}

function strict(properties: object, required: string[]) {
  return { type: 'object', required, properties, additionalProperties: false }
}

function list(items: object) {
  return { type: 'array', items, maxItems: 100 }
}

function constant(value: string) {
  return { type: 'string', const: value }
}

function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` }
}

function path(name: string) {
  return { in: 'path', name, required: true, schema: { type: 'string', maxLength: 64 } }
}

function body(schema: object) {
  return { required: true, content: { 'application/json': { schema } } }
}

function response(schema: object) {
  return { description: 'success', content: { 'application/json': { schema } } }
}

function problem() {
  return { description: 'an error', content: { 'application/problem+json': { schema: ref('Problem') } } }
}
