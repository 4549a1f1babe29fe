import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ApiParts, answerApiCall, cutConnection } from './api.ts';
import { answerBank, bankPage, bankThanks, returnAddress } from './bank-page.ts';
import { answerControl, type ControlParts } from './control.ts';
import { ApiError, asApiError, invalidRequest, unrecognisedUrl } from './errors.ts';
import { readBody, refuseOtherSites, send, sendJson } from './http-io.ts';
import { servePage } from './pages/pages.ts';
import { decodeParameters } from './parameters.ts';
import { typesOfPages } from './resources/bank-methods.ts';

export type ServerParts = ApiParts & ControlParts & { afterCall(): void };

type Received = { request: IncomingMessage; response: ServerResponse; method: string; url: URL; body: string };

/** Serves one request: the API, the scripts and pages for browsers, and the control paths. */
export async function serve(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const body = await readBody(request);
    if (body === null) throw new ApiError(413, { type: 'invalid_request_error', message: 'The request is too large.' });
    const received = { request, response, method: request.method ?? 'GET', url: addressOf(request), body };
    await route(parts, received);
  } catch (error) {
    // The caller has gone, so no response can be sent.
    if (response.headersSent || response.destroyed) response.destroy();
    else sendError(response, asApiError(error, parts.log));
  } finally {
    parts.afterCall();
  }
}

function addressOf(request: IncomingMessage): URL {
  const target = request.url ?? '/';
  if (!URL.canParse(target, 'http://sandbox')) throw unrecognisedUrl(request.method ?? 'GET', target);
  return new URL(target, 'http://sandbox');
}

async function route(parts: ServerParts, received: Received): Promise<void> {
  const { response, method, url } = received;
  const { pathname: path } = url;
  openToOtherOrigins(parts, path, response);
  if (path.startsWith('/v1/')) return serveApi(parts, received);
  if (path.startsWith('/sandbox/')) return serveControl(parts, received);
  const step = /^\/three-d-secure\/(\w+)$/.exec(path)?.[1];
  if (step && method === 'GET') {
    return send(response, 200, { 'content-type': 'text/html; charset=utf-8' }, bankPage(parts.store, step));
  }
  if (step && method === 'POST') return serveBankAnswer(parts, received, step);
  const isRead = method === 'GET' || method === 'HEAD';
  const file = isRead ? browserFile(path, typesOfPages(parts.store)) : undefined;
  if (file) return send(response, 200, { 'content-type': `${file.type}; charset=utf-8` }, file.text);
  if (await servePage(parts, received)) return;
  throw unrecognisedUrl(method, path);
}

/**
 * Allows other origins when the sandbox runs alone, because its script then runs in their pages. The calls of that
 * script require a key or a secret anyway.
 */
function openToOtherOrigins({ publicPath }: ServerParts, path: string, response: ServerResponse): void {
  if (publicPath !== '' || !/^\/(v1|three-d-secure)\//.test(path)) return;
  response.setHeader('access-control-allow-origin', '*');
}

async function serveApi(parts: ServerParts, { request, response, method, url, body }: Received): Promise<void> {
  if (body !== '' && request.headers['content-type']?.startsWith('application/json')) {
    throw invalidRequest(
      'Invalid request (check that your POST content type is application/x-www-form-urlencoded). If you have any questions, we can help at https://support.stripe.com/.',
    );
  }
  const encoded = new URLSearchParams([...url.searchParams, ...new URLSearchParams(body)]);
  const answer = await answerApiCall(parts, {
    method,
    path: url.pathname,
    parameters: decodeParameters(encoded),
    authorization: request.headers.authorization,
    idempotencyKey: headerText(request, 'idempotency-key'),
  });
  if (answer === cutConnection) {
    request.socket.destroy();
    return;
  }
  sendJson(response, answer.status, answer.body, answer.headers);
}

async function serveControl(parts: ServerParts, { request, response, method, url, body }: Received): Promise<void> {
  refuseOtherSites(request);
  const answer = await answerControl(parts, {
    method,
    path: url.pathname,
    query: url.searchParams,
    body: controlBody(request, body),
    authorization: request.headers.authorization,
  });
  await parts.store.flushed();
  sendJson(response, 200, answer);
}

function controlBody(request: IncomingMessage, body: string): Record<string, unknown> {
  if (body === '') return {};
  if (!request.headers['content-type']?.startsWith('application/json')) {
    return Object.fromEntries(new URLSearchParams(body));
  }
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value));
  } catch {
    // Invalid JSON is rejected below, like any other value that is no object.
  }
  throw invalidRequest('The body must be a JSON object.');
}

/**
 * Handles the cardholder's choice at the bank. The script asks for JSON; a browser that was redirected to the bank's
 * page is sent back.
 */
async function serveBankAnswer(parts: ServerParts, received: Received, step: string): Promise<void> {
  const { request, response, body } = received;
  if (parts.publicPath !== '') refuseOtherSites(request);
  const { intent, returnUrl } = answerBank(parts, step, new URLSearchParams(body).get('outcome'));
  await parts.store.flushed();
  if (request.headers.accept?.includes('application/json')) {
    return sendJson(response, 200, { id: intent.id, status: intent.status });
  }
  if (returnUrl) return send(response, 303, { location: returnAddress(returnUrl, intent) }, '');
  send(response, 200, { 'content-type': 'text/html; charset=utf-8' }, bankThanks());
}

function sendError(response: ServerResponse, error: ApiError): void {
  sendJson(response, error.status, { error: error.body });
}

function headerText(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Parts of both scripts, each after those it imports from. */
const cardParts = ['elements-of-page', 'style', 'card-values', 'card-form', 'overlay', 'api-client'];

/** Scripts by their paths: the replacement of Stripe.js, and the script of the sandbox's own pages. */
const scripts: Readonly<Record<string, readonly string[]>> = {
  '/v3/stripe.js': [...cardParts, 'enabled-types', 'method-form', 'intents', 'payment-elements', 'stripe'],
  '/v3/card-page.js': [...cardParts, 'card-page'],
};

const joined = new Map<string, string>();

/** Returns a script or style that pages load. */
function browserFile(path: string, types: readonly string[]): { type: string; text: string } | undefined {
  if (path === '/v3/page.css') return { type: 'text/css', text: read('page.css') };
  const parts = scripts[path];
  const text =
    parts && scriptOf(path, parts).replace("enabledTypes = ['card']", `enabledTypes = ${JSON.stringify(types)}`);
  return text === undefined ? undefined : { type: 'text/javascript', text };
}

/**
 * Joins the parts into one plain script, like Stripe.js: a page loads it before its own modules, and it leaves only
 * `window.Stripe` behind. Modules joined in one scope need neither imports nor exports.
 */
function scriptOf(path: string, parts: readonly string[]): string {
  const known = joined.get(path);
  if (known) return known;
  const source = parts.map((part) => withoutModuleWords(read(`${part}.js`))).join('\n');
  const script = `(() => {\n'use strict';\n${source}\n})();\n`;
  joined.set(path, script);
  return script;
}

function withoutModuleWords(source: string): string {
  return source.replace(/^import [^;]*;\n/gm, '').replace(/^export /gm, '');
}

function read(name: string): string {
  return readFileSync(new URL(`./browser/${name}`, import.meta.url), 'utf8');
}
