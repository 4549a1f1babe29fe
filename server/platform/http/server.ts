import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import underPressure from '@fastify/under-pressure';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { isNestedTooDeeply } from '#contract/json-depth.ts';
import { NestedTooDeeply, sendErrors } from './errors.ts';
import { fixedHeaders, type HeaderOptions, setFixedHeaders } from './headers.ts';
import { closeConnectionsAtEnd } from './leaving.ts';
import { readableUrl, sendUnroutable } from './malformed-requests.ts';
import { shedLoad } from './overload.ts';

type FrameOptions = HeaderOptions & { logger: FastifyBaseLogger; trustProxy: string | null; ownsDatabase: boolean };

/** Makes the portal's HTTP server with limits, parsers, headers and error replies, without any route. */
export async function createFrame({
  logger,
  trustProxy,
  ownsDatabase,
  ...options
}: FrameOptions): Promise<FastifyInstance> {
  const fixed = fixedHeaders(options);
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxy ?? false,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    connectionTimeout: 130_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Requests that arrive while this node ends get the usual replies.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    // Mails are queued once for each request by its id, so the caller must not choose it.
    genReqId: () => randomUUID(),
    rewriteUrl: readableUrl,
    ...sendUnroutable(fixed),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // Node's own reply to an unknown expectation, 417, would have neither a sentence nor our headers (GEN-03).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  closeConnectionsAtEnd(app);
  acceptJsonOnly(app);
  sendErrors(app, { ownsDatabase });
  setFixedHeaders(app, fixed);
  shedLoad(app);
  await app.register(cookie);
  await app.register(compress, { encodings: ['gzip', 'deflate'], threshold: 1024 });
  // A sample in which the process did not run at all counts as endless; with one second, that would be too frequent on
  // a busy machine.
  await app.register(underPressure, { maxEventLoopDelay: 1_000, retryAfter: 5, sampleInterval: 5_000 });
  return app;
}

/**
 * Accepts only JSON, because a text/plain body would skip the check of schemas. An empty body becomes `{}`, so that the
 * error names the missing fields.
 */
function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body);
    if (text === '') done(null, {});
    else if (isNestedTooDeeply(text)) done(new NestedTooDeeply());
    else void parse(request, text, done);
  });
  app.addHook('preValidation', async (request) => {
    if (request.routeOptions.schema?.body && (request.body === undefined || request.body === null)) request.body = {};
  });
}
