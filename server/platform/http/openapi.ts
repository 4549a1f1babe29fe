import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ErrorCode, errors } from '#contract/errors.ts';

/** The endpoints of each file of the contract, by the names of their constants, with the file's `about`. */
type EndpointFiles = Record<string, { about: string } & Record<string, unknown>>;

type Described = { endpoint: Endpoint; operationId: string; tag: string };

/** The part of an operation that `@fastify/swagger` makes from a route's schemas. */
type Operation = {
  parameters?: { name: string }[];
  requestBody?: { content: Record<string, object> };
  responses: Record<string, { content?: object }>;
};

/** The portal's data in the description. */
type About = {
  publicUrl: string;
  productName: string;
  publisherName: string | null;
  supportEmail: string | null;
  termsUrl: string | null;
};

/**
 * Describes the API from the contract, as a document and as a reference page. The caller must call it before the routes
 * are added.
 */
export async function describeApi(app: FastifyInstance, about: About, files: EndpointFiles): Promise<void> {
  const described = describedOf(files);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: infoOf(about),
      servers: [{ url: about.publicUrl }],
      tags: Object.entries(files).map(([name, { about }]) => ({ name, description: `${about}.` })),
      components: { securitySchemes: securitySchemes(about), schemas: { Error: errorShape } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => {
      if (!('openapiObject' in document)) throw new Error('The API is described by OpenAPI.');
      const { openapiObject } = document;
      for (const [path, methods] of Object.entries(openapiObject.paths ?? {})) {
        for (const [method, operation] of Object.entries(methods ?? {})) {
          const found = described.get(`${method.toUpperCase()} ${path}`);
          if (!found) throw new Error(`server/app/endpoints.ts does not know ${method} ${path}.`);
          // Safe cast, because the library made it from a route with the schemas of this endpoint.
          Object.assign(operation, describe(found, operation as Operation));
        }
      }
      return openapiObject;
    },
  });
  app.get('/api/openapi.json', { config: { caller: 'visitor' }, schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  );
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, caller: 'visitor' };
    });
    // The library's own policy would allow frames and other sites; the page works with the usual one.
    await scope.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: false, uiConfig: { deepLinking: false } });
  });
}

/** Returns every endpoint by its method and path. */
function describedOf(files: EndpointFiles): Map<string, Described> {
  const found = Object.entries(files).flatMap(([tag, constants]) =>
    Object.entries(constants).flatMap(([operationId, endpoint]) =>
      isEndpoint(endpoint) ? [{ tag, operationId, endpoint }] : [],
    ),
  );
  const addressOf = ({ method, path }: Endpoint) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`;
  return new Map(found.map((described) => [addressOf(described.endpoint), described]));
}

/** Whether an export is an endpoint; files of endpoints also export their `about` and functions that make paths. */
export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}

function infoOf({ productName, publicUrl, publisherName, supportEmail, termsUrl }: About) {
  return {
    title: `${productName} API`,
    version: '1',
    description:
      `Everything the pages of ${productName} can do. Sign in with POST /api/login and send the cookie of its reply ` +
      'with each call, or make a key and send it as `Authorization: Bearer`. A refusal is `{code, message}`: branch on `code`, show `message`. Lists accept `page` and ' +
      '`pageSize`. Changes that name another origin are refused.',
    contact: { name: publisherName ?? productName, url: publicUrl, ...(supportEmail && { email: supportEmail }) },
    license: { name: 'All rights reserved', url: termsUrl ?? publicUrl },
  };
}

function securitySchemes({ publicUrl }: About) {
  const name = publicUrl.startsWith('https:') ? '__Host-session' : 'session';
  return {
    session: { type: 'apiKey', in: 'cookie', name, description: 'The cookie that signing in sets.' },
    key: { type: 'http', scheme: 'bearer', description: 'An API key of a member, an organisation or the portal.' },
    toolToken: { type: 'http', scheme: 'bearer', description: 'The token with which the portal opened the tool.' },
    stripeSignature: { type: 'apiKey', in: 'header', name: 'stripe-signature', description: "Stripe's signature." },
  } as const;
}

const errorShape = {
  type: 'object' as const,
  description: 'A refusal. Some codes come with further fields.',
  properties: {
    code: { type: 'string' as const, description: 'What happened, for programs.' },
    message: { type: 'string' as const, description: 'What happened and what to do next, for people.' },
  },
  required: ['code', 'message'],
};

const callers = {
  visitor: 'Open to visitors.',
  member: 'For signed-in members.',
  administrator: 'For administrators.',
};

const formType = 'application/x-www-form-urlencoded';

function describe({ endpoint, operationId, tag }: Described, operation: Operation) {
  const { caller, needsFreshSignIn, proof, summary, form, rawBody, takesForm } = endpoint;
  const rule = proof ? '' : ` ${callers[caller]}`;
  const multipart = form && { 'multipart/form-data': { schema: formShape(form) } };
  const raw = rawBody && { [rawBody.mediaType]: { schema: { type: 'object', description: rawBody.description } } };
  const json = operation.requestBody?.content['application/json'];
  const either = takesForm && json && { 'application/json': json, [formType]: json };
  const content = multipart ?? raw ?? either;
  const requestBody = content ? { required: true, content } : operation.requestBody;
  return {
    operationId,
    tags: [tag],
    summary,
    description: `${summary}.${rule}${needsFreshSignIn ? ' The sign-in must be fresh.' : ''}${keyRule(endpoint)}`,
    security: securityOf(endpoint),
    // Linters refuse scopes of a bearer token, which OpenAPI 3.1 allows.
    ...(!proof && { 'x-scope': endpoint.scope }),
    ...(requestBody && { requestBody }),
    responses: { ...successOf(endpoint, operation), ...rejectionsOf(endpoint) },
  };
}

/** Returns alternative security requirements, of which a call meets one; an empty one needs nothing. */
function securityOf({ caller, proof, scope }: Endpoint): Record<string, string[]>[] {
  if (proof) return [{ [proof]: [] }];
  if (scope === 'none') return caller === 'visitor' ? [] : [{ session: [] }];
  return [caller === 'visitor' ? {} : { session: [] }, { key: [] }] as Record<string, string[]>[];
}

function keyRule({ scope, proof }: Endpoint): string {
  if (proof) return '';
  return scope === 'none' ? ' No key can make this call.' : ` A key needs the scope \`${scope}\`.`;
}

function formShape(form: NonNullable<Endpoint['form']>) {
  const fields = Object.entries(form).map(([name, kind]) => [
    name,
    { type: 'string', ...(kind === 'file' && { format: 'binary' }) },
  ]);
  const required = Object.keys(form).filter((name) => form[name] === 'file');
  return { type: 'object', properties: Object.fromEntries(fields), required };
}

function successOf({ responseTypes, ...endpoint }: Endpoint, { parameters = [], responses }: Operation) {
  const status = endpoint.status ?? 200;
  if (status === 302) {
    const location = { description: 'Where to go on.', schema: { type: 'string' } };
    return { [status]: { description: 'Leads on to another page.', headers: { location } } };
  }
  const file = { schema: { type: 'string', format: 'binary' } };
  const content = responseTypes
    ? Object.fromEntries(responseTypes.map((type) => [type, type === 'application/json' ? {} : file]))
    : responses[String(status)]?.content;
  const isList = parameters.some(({ name }) => name === 'pageSize');
  const total = { 'x-total-count': { description: 'How many there are in all.', schema: { type: 'integer' } } };
  return {
    [status]: { description: 'Success.', ...(isList && { headers: total }), ...(content && { content }) },
  };
}

/** Returns the codes that a call can answer: those of every call, those of its caller and method, and its own. */
export function errorCodesOf(endpoint: Endpoint): ErrorCode[] {
  const { method, caller, needsFreshSignIn, proof, scope } = endpoint;
  const codes: ErrorCode[] = ['request.invalid', 'request.too-many', 'request.failed', 'request.busy'];
  if (!proof) codes.push('keys.refused', 'keys.not-by-key');
  if (!proof && scope !== 'none') codes.push('keys.scope-missing');
  if (scope === 'organisation:write') codes.push('keys.waits');
  if (caller !== 'visitor') codes.push('accounts.sign-in-required', 'accounts.other-member');
  if (caller === 'administrator') codes.push('accounts.administrator-required', 'accounts.passkey-required');
  if (needsFreshSignIn) codes.push('accounts.confirm-sign-in');
  // A body is parsed before its schema, so calls that ignore theirs reject its type and size as well.
  if (method !== 'GET') codes.push('request.foreign-origin', 'request.too-large', 'request.wrong-type');
  return [...new Set([...codes, ...endpoint.errors])];
}

/** Returns one response for each status, with its codes. */
function rejectionsOf(endpoint: Endpoint) {
  // The status 500 becomes the default, because a program must read an unknown status as a failure of the portal.
  const byStatus = Map.groupBy(errorCodesOf(endpoint), (code) =>
    errors[code].status === 500 ? 'default' : errors[code].status,
  );
  const retryAfter = { description: 'Seconds until another try makes sense.', schema: { type: 'integer' } };
  return Object.fromEntries(
    [...byStatus].map(([status, those]) => [
      status,
      {
        description: those.map((code) => `\`${code}\`: ${errors[code].message}`).join('\n\n'),
        ...((status === 429 || status === 503) && { headers: { 'retry-after': retryAfter } }),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}
