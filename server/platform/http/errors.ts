import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { isOutOfRoom } from '../database/db.ts';
import { Failure } from '../failure.ts';
import { asksForPage, sendBusyPage } from './error-page.ts';

/** Codes for errors of the framework itself; every other error of status 4xx is an invalid request. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too-large',
  FST_REQ_FILE_TOO_LARGE: 'request.too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.wrong-type',
  FST_UNDER_PRESSURE: 'request.busy',
};

/** A body whose nesting would exhaust the stack of any code that walks it. */
export class NestedTooDeeply extends Error {
  readonly statusCode = 400;

  constructor() {
    super('The request body is nested too deeply.');
  }
}

/** Errors of PostgreSQL or its pool that pass: a restart, no room, too long a wait, a deadlock. */
const busyDatabase = /^(40P01|57P0[1-3]|53\d{3}|55P03|57014|25006|08\d{3}|ECONNREFUSED|ECONNRESET)$/;

/**
 * Replies `{code, message}` to every expected error; an unexpected one is logged once and becomes 500 (GEN-03).
 * @param ownsDatabase whether the portal runs PostgreSQL itself, and makes it read-only while its disk is full; any
 * other database is read-only while another host takes over
 */
export function sendErrors(app: FastifyInstance, { ownsDatabase }: { ownsDatabase: boolean }): void {
  app.setErrorHandler((error: FastifyError | Failure, request, reply) => {
    if (error instanceof Failure) return refuse(request, reply, error);
    if (error.validation) return send(reply, 'request.invalid', validationSentence(error));
    const known = frameworkCodes[error.code];
    if (known) return sendError(request, reply, known);
    if (isOutOfRoom(error) && (ownsDatabase || error.code !== '25006')) {
      request.log.warn({ err: error }, 'the database has no room to write');
      return sendError(request, reply.header('retry-after', '60'), 'request.storage-full');
    }
    if (isBusy(error)) {
      request.log.warn({ err: error }, 'the database did not answer');
      return sendError(request, reply.header('retry-after', '5'), 'request.busy');
    }
    if (isMalformedForm(error)) return send(reply, 'request.invalid', malformedForm);
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      return send(reply, 'request.invalid', clientSentence(error));
    }
    request.log.error({ err: error }, 'request failed');
    return sendError(request, reply, 'request.failed');
  });
}

const malformedForm = 'The upload did not arrive whole. Please send it again.';

/**
 * Whether an error is of the parser of forms (@fastify/busboy), which gives its errors no code and no status. The
 * needle is the boundary, which may be too long.
 */
function isMalformedForm({ message }: Error): boolean {
  return /^Multipart: Boundary not found$|nexpected end of multipart data$|^The needle cannot /.test(message);
}

/** Replies 404 as JSON to paths that are never the app's page, such as unknown ones under /api (GEN-04). */
export function sendNotFound(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(reply, 'request.not-found');
}

function refuse(request: FastifyRequest, reply: FastifyReply, failure: Failure): FastifyReply {
  if (failure.retryAfterSeconds !== null) reply.header('retry-after', String(failure.retryAfterSeconds));
  if (failure.code === 'request.busy') return sendError(request, reply, failure.code);
  return send(reply, failure.code, failure.message, failure.fields);
}

/** Sends an error; a browser that opens a URL while the portal cannot serve it gets a page that retries. */
function sendError(request: FastifyRequest, reply: FastifyReply, code: ErrorCode): FastifyReply {
  const { status, message } = errors[code];
  return status >= 500 && asksForPage(request) ? sendBusyPage(reply, status, message) : send(reply, code);
}

function send(
  reply: FastifyReply,
  code: ErrorCode,
  message: string = errors[code].message,
  fields: Failure['fields'] = {},
): FastifyReply {
  return reply
    .code(errors[code].status)
    .type('application/json')
    .send({ code, message, ...fields });
}

/** Returns the schema's own message; without one, a message with the name of the field. */
function validationSentence(error: FastifyError): string {
  const first = error.validation?.[0];
  if (!first) return errors['request.invalid'].message;
  const field = first.instancePath.split('/').filter(Boolean).join('.');
  if (first.message && first.message !== 'Invalid input') return first.message;
  return field ? `${field} is not valid.` : errors['request.invalid'].message;
}

function clientSentence(error: FastifyError): string {
  if (error instanceof NestedTooDeeply) return error.message;
  return error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' || error.name === 'SyntaxError'
    ? 'The request body is not valid JSON.'
    : errors['request.invalid'].message;
}

function isBusy(error: FastifyError): boolean {
  return (
    busyDatabase.test(error.code ?? '') ||
    /timeout exceeded when trying to connect|Connection terminated|Query read timeout|All promises were rejected/.test(
      error.message,
    )
  );
}
