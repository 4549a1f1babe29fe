import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errors } from '#contract/errors.ts';
import type { FixedHeaders } from './headers.ts';

/**
 * Replies to requests that reach neither a route nor the usual hooks: paths that the router cannot read or whose parts
 * are longer than any name, and bytes that are no HTTP request. Fastify's own replies repeat the path; these say no
 * more than any other error (GEN-03).
 */
export function sendUnroutable(fixed: FixedHeaders) {
  return {
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
      const code: ErrorCode = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'request.not-found' : 'request.invalid';
      const { status, message } = errors[code];
      reply
        .headers(fixed)
        .header('x-request-id', request.id)
        .code(status)
        .type('application/json')
        .send({ code, message });
    },
    clientErrorHandler: (error: Error & { code?: string }, socket: Socket): void => {
      if (error.code !== 'ECONNRESET' && socket.writable) socket.write(rejectionText(error.code, fixed));
      socket.destroy();
    },
  };
}

/** The path that replaces one that cannot be decoded; no page has it. */
const unreadable = '/unreadable-address';

/**
 * Returns the path to route. Browsers that open a path which cannot be decoded get the page for unknown paths (NAV-04);
 * programs get the error of `answerUnroutable`.
 */
export function readableUrl({ url = '/', method, headers }: IncomingMessage): string {
  const [path = ''] = url.split('?');
  const opensPage = (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html');
  return opensPage && !isReadable(path) ? unreadable : url;
}

function isReadable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

/** HTTP statuses for errors of Node's parser. */
const statusLines: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

function rejectionText(reason: string | undefined, headers: FixedHeaders): string {
  const code = reason === 'HPE_HEADER_OVERFLOW' ? 'request.too-large' : 'request.invalid';
  const body = JSON.stringify({ code, message: errors[code].message });
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json',
    'content-length': String(body.length),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${statusLines[reason ?? ''] ?? '400 Bad Request'}\r\n${lines.join('')}\r\n${body}`;
}
