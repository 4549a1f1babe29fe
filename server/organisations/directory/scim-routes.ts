import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { type Filter, parse } from 'scim2-parse-filter';
import { isNestedTooDeeply } from '#contract/json-depth.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { type Limit, type Limiter, networkOf } from '#server/platform/http/limits.ts';
import { contextOf } from '#server/platform/http/routes.ts';
import { causedBy } from '#server/platform/jobs/cause.ts';
import type { Portal } from '#server/platform/mail/layout.ts';
import * as discovery from './discovery.ts';
import { invalidSyntax, ScimFailure } from './failure-rules.ts';
import * as people from './people-actions.ts';
import { listRecords } from './people-store.ts';
import {
  errorResponse,
  listResponse,
  namesVersion,
  pageOf,
  type Selection,
  selectAttributes,
  showUser,
  versionOf,
} from './response-rules.ts';
import { directoryUrl, findToken } from './token-actions.ts';
import { patchUser } from './user-patch.ts';
import { readUser } from './user-rules.ts';

export type ScimRoutes = {
  database: Database;
  limiter: Limiter;
  limits: {
    /** Calls of one organisation's directory. */
    calls: Limit;
    /** Refused tokens from one network. */
    refused: Limit;
  };
  publicUrl: string;
  portal: Portal;
};

const mediaType = 'application/scim+json';

type Query = Selection & { filter?: string; startIndex?: string; count?: string };
type Call = { caller: people.Caller; url: string; request: FastifyRequest; reply: FastifyReply };

const longestFilter = 1_000;

/**
 * Adds the routes that a company's directory calls (RFC 7644) with a token of its organisation; cookies are ignored.
 * Every response has SCIM's form, including the errors of the server itself.
 */
export async function scimRoutes(app: FastifyInstance, deps: ScimRoutes): Promise<void> {
  await app.register(async (scope) => {
    speakScim(scope);
    const callers = new WeakMap<FastifyRequest, people.Caller>();
    const knowCaller = callerKnower(deps, callers);
    const base = '/scim/v2/:organisationId';
    const add = (method: HTTPMethods | HTTPMethods[], path: string, handler: (call: Call) => Promise<unknown>) =>
      scope.route({
        method,
        url: `${base}${path}`,
        config: { caller: 'visitor', originExempt: true },
        schema: { hide: true },
        // Before the body is read: a caller without a token does not reach the parser.
        onRequest: knowCaller,
        handler: (request, reply) =>
          causedBy(request.id, () => {
            const caller = callers.get(request);
            if (!caller) throw unauthorised();
            return handler({ caller, url: directoryUrl(deps.publicUrl, caller.organisationId), request, reply });
          }),
      });
    discoveryRoutes(add);
    userRoutes(add, deps);
    const unknown = async () => {
      throw new ScimFailure(404, 'There is nothing at this address.');
    };
    for (const path of ['', '/', '/*'])
      add(
        scope.supportedMethods.filter((one) => one !== 'OPTIONS'),
        path,
        unknown,
      );
  });
}

type Add = (method: HTTPMethods | HTTPMethods[], path: string, handler: (call: Call) => Promise<unknown>) => void;

function speakScim(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser([mediaType, 'application/json'], { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text.trim() === '') done(null, undefined);
    else if (isNestedTooDeeply(text)) done(invalidSyntax('The body is nested too deeply.'));
    else void parse(request, text, done);
  });
  scope.setErrorHandler((error: FastifyError | ScimFailure, _request, reply) => {
    if (!(error instanceof ScimFailure)) throw error;
    if (error.status === 401) reply.header('www-authenticate', 'Bearer');
    return send(reply, errorResponse(error), error.status);
  });
  // The server's own errors are {code, message}.
  scope.addHook('onSend', async (_request, reply, payload) => {
    if (
      reply.statusCode < 400 ||
      typeof payload !== 'string' ||
      String(reply.getHeader('content-type')).startsWith(mediaType)
    ) {
      return payload;
    }
    const { code, message } = JSON.parse(payload) as { code: string; message: string };
    reply.type(mediaType).removeHeader('content-length');
    const scimType = code === 'request.invalid' ? 'invalidSyntax' : null;
    return JSON.stringify(errorResponse({ status: reply.statusCode, scimType, message }));
  });
}

const unauthorised = () => new ScimFailure(401, 'The token is missing, wrong or revoked.');

function callerKnower(
  { database, limiter, limits }: ScimRoutes,
  callers: WeakMap<FastifyRequest, people.Caller>,
): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const token = /^Bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
    const { organisationId } = request.params as { organisationId: string };
    const id = /^\d{1,9}$/.test(organisationId) ? Number(organisationId) : null;
    const found = token && id !== null ? await findToken(contextOf(request, database.db), id, token) : null;
    if (!found) {
      // Only refused tokens count against their network, so that they do not lock a valid one out.
      await limiter.take(limits.refused, networkOf(request.ip));
      throw unauthorised();
    }
    await limiter.take(limits.calls, `${found.organisationId}`);
    callers.set(request, found);
  };
}

function discoveryRoutes(add: Add): void {
  const found = (body: object | null) => {
    if (!body) throw new ScimFailure(404, 'There is nothing at this address.');
    return body;
  };
  const nameIn = (request: FastifyRequest) => (request.params as { name: string }).name;
  add('GET', '/ServiceProviderConfig', async ({ url, reply }) => send(reply, discovery.providerConfig(url)));
  add('GET', '/ResourceTypes', async ({ url, reply }) => send(reply, found(discovery.resourceTypes(url))));
  add('GET', '/ResourceTypes/:name', async ({ url, request, reply }) =>
    send(reply, found(discovery.resourceTypes(url, nameIn(request)))),
  );
  add('GET', '/Schemas', async ({ url, reply }) => send(reply, found(discovery.schemasOf(url))));
  add('GET', '/Schemas/:name', async ({ url, request, reply }) =>
    send(reply, found(discovery.schemasOf(url, nameIn(request)))),
  );
  // Groups are not supported; directories that ask for them get an empty list.
  add('GET', '/Groups', async ({ reply }) => send(reply, discovery.noGroups()));
}

function userRoutes(add: Add, { database, portal }: ScimRoutes): void {
  const write = <Result>(request: FastifyRequest, action: (ctx: Context) => Promise<Result>) =>
    database.transaction((db) => action(contextOf(request, db)));
  const read = (request: FastifyRequest) => contextOf(request, database.db);

  add('GET', '/Users', async ({ caller, url, request, reply }) => {
    const { filter, ...query } = request.query as Query;
    const { startIndex, ...page } = pageOf(query);
    const part = { filter: readFilter(filter), ...page };
    const { records, total } = await listRecords(database.db, caller.organisationId, part);
    const users = records.map((record) => selectAttributes(showUser(record, url), query));
    return send(reply, listResponse(users, { total, startIndex }));
  });

  add('POST', '/Users', async ({ caller, url, request, reply }) => {
    const user = readUser(request.body ?? {});
    const record = await write(request, (ctx) => people.addPerson(ctx, caller, user, { portal }));
    reply.header('location', `${url}/Users/${record.id}`);
    return sendUser(reply, record, { url, status: 201, request });
  });

  add('GET', '/Users/*', async ({ caller, url, request, reply }) => {
    const record = await people.getPerson(read(request), caller, idIn(request));
    const known = request.headers['if-none-match'];
    if (known !== undefined && namesVersion(known, record.version)) {
      return reply.code(304).header('etag', versionOf(record.version)).send();
    }
    return sendUser(reply, record, { url, status: 200, request });
  });

  const change = async ({ caller, url, request, reply }: Call, make: people.Change) => {
    const changed = { id: idIn(request), ifMatch: matcher(request), change: make };
    const { record, isRejected } = await write(request, (ctx) => people.changePerson(ctx, caller, changed, { portal }));
    // Thrown after the commit, because everything but the role has ended.
    if (isRejected) throw lastOwner();
    return sendUser(reply, record, { url, status: 200, request });
  };
  add('PUT', '/Users/*', (call) => change(call, () => readUser(call.request.body ?? {})));
  add('PATCH', '/Users/*', (call) => change(call, (user) => patchUser(user, call.request.body ?? {})));

  add('DELETE', '/Users/*', async ({ caller, request, reply }) => {
    const deleted = { id: idIn(request), ifMatch: matcher(request) };
    const { isRejected } = await write(request, (ctx) => people.deletePerson(ctx, caller, deleted, { portal }));
    if (isRejected) throw lastOwner();
    return reply.code(204).send();
  });
}

const lastOwner = () =>
  new ScimFailure(
    409,
    'This is the last owner of the organisation. Sessions, seats and tokens have ended; the role stays until another person is an owner.',
  );

// A wildcard, because the router would answer a longer parameter itself.
const idIn = (request: FastifyRequest) => (request.params as { '*': string })['*'];

const matcher = (request: FastifyRequest) => (version: number) => namesVersion(request.headers['if-match'], version);

function readFilter(text: string | undefined): Filter | null {
  if (text === undefined || text.trim() === '') return null;
  const wrong = new ScimFailure(400, 'This filter cannot be read.', 'invalidFilter');
  if (typeof text !== 'string' || text.length > longestFilter || text.includes('\u0000')) throw wrong;
  try {
    return parse(text);
  } catch {
    throw wrong;
  }
}

type Sent = { url: string; status: number; request: FastifyRequest };

function sendUser(reply: FastifyReply, record: people.PersonRecord, { url, status, request }: Sent): FastifyReply {
  reply.header('etag', versionOf(record.version));
  return send(reply, selectAttributes(showUser(record, url), request.query as Query), status);
}

/** Sends a text, because no schema of the contract describes what SCIM replies. */
function send(reply: FastifyReply, body: object, status = 200): FastifyReply {
  return reply.code(status).type(mediaType).send(JSON.stringify(body));
}
