import type { IncomingMessage, ServerResponse } from 'node:http';
import { checkoutOf } from '../checkout/session.ts';
import { type Context, simulatedNow } from '../context.ts';
import { ApiError, asApiError } from '../errors.ts';
import { refuseOtherSites, send, sendJson } from '../http-io.ts';
import { newId } from '../ids.ts';
import { decodeParameters, type RawParameters } from '../parameters.ts';
import type { Store } from '../store.ts';
import { changeAddress, checkoutPage, confirmOnPage, finishOnPage } from './checkout-page.ts';
import { finishInvoiceOnPage, invoicePage, payInvoiceOnPage, shownInvoice } from './invoice-page.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { html, pageText } from './layout.ts';
import { addCardOnPage, changePortal, finishCardOnPage, showPortal } from './portal-page.ts';

type PageRequest = {
  request: IncomingMessage;
  response: ServerResponse;
  method: string;
  url: URL;
  body: string;
};

type Asked = { context: Context; id: string; rest: string; query: URLSearchParams; form: RawParameters };
/** A page, a file, a redirect, or data for the pages' script. */
type PageAnswer =
  | { kind: 'page'; text: string }
  | { kind: 'file'; type: string; name: string; bytes: Buffer }
  | { kind: 'redirect'; to: string }
  | { kind: 'data'; value: object };

type Handler = (asked: Asked) => PageAnswer | Promise<PageAnswer>;

const page = (text: string): PageAnswer => ({ kind: 'page', text });
const redirect = (to: string): PageAnswer => ({ kind: 'redirect', to });
const data = (value: object): PageAnswer => ({ kind: 'data', value });

/** Handlers of pages, by method, folder and the rest of the path after the id. */
const handlers: Readonly<Record<string, Handler>> = {
  'GET checkout': ({ context, id }) => page(checkoutPage(context, checkoutOf(context.store, id))),
  'POST checkout/confirm': ({ context, id, form }) => data(confirmOnPage(context, id, form)),
  'POST checkout/finish': ({ context, id }) => data(finishOnPage(context, id)),
  'POST checkout/address': ({ context, id, form }) => data(changeAddress(context, id, form)),
  'GET portal': ({ context, id, query }) => page(showPortal(context, id, query)),
  'POST portal/cancel': ({ context, id, form }) => redirect(changePortal(context, id, 'cancel', form)),
  'POST portal/renew': ({ context, id, form }) => redirect(changePortal(context, id, 'renew', form)),
  'POST portal/plan': ({ context, id, form }) => redirect(changePortal(context, id, 'plan', form)),
  'POST portal/default': ({ context, id, form }) => redirect(changePortal(context, id, 'default', form)),
  'POST portal/remove': ({ context, id, form }) => redirect(changePortal(context, id, 'remove', form)),
  'POST portal/card': ({ context, id, form }) => data(addCardOnPage(context, id, form)),
  'POST portal/finish': ({ context, id }) => data(finishCardOnPage(context, id)),
  'GET invoices': ({ context, id }) => page(invoicePage(context, shownInvoice(context, id))),
  'GET invoices/pdf': async ({ context, id }) => {
    const invoice = shownInvoice(context, id);
    const name = `invoice-${invoice.number}.pdf`;
    return { kind: 'file', type: 'application/pdf', name, bytes: await invoicePdf(invoice) };
  },
  'POST invoices/confirm': ({ context, id, form }) => data(payInvoiceOnPage(context, id, form)),
  'POST invoices/finish': ({ context, id }) => data(finishInvoiceOnPage(context, id)),
};

/** Handles a request for one of the pages, or from its form; returns false when no handler matches. */
export async function servePage(parts: PageParts, received: PageRequest): Promise<boolean> {
  const { request, response, method, url, body } = received;
  const [, folder = '', id = '', ...rest] = url.pathname.split('/');
  const handler = handlers[`${method} ${[folder, ...rest].join('/')}`];
  if (!handler || id === '') return false;
  try {
    if (method === 'POST') refuseOtherSites(request);
    const form = decodeParameters(new URLSearchParams(body));
    const work = (context: Context) => handler({ context, id, rest: rest.join('/'), query: url.searchParams, form });
    const answer = await keepingRefusals(parts, work);
    await parts.store.flushed();
    sendAnswer(response, await answer);
  } catch (error) {
    if (method === 'POST' && request.headers.accept?.includes('application/json')) throw withoutDetails(error);
    const { status, body: refusal } = asApiError(error, parts.log);
    send(response, status, htmlHeaders, problemPage(refusal.message));
  }
  return true;
}

/** Runs work in one transaction. A declined card keeps its changes, as in a call of the API. */
function keepingRefusals<T>(parts: PageParts, work: (context: Context) => T): T {
  const result = parts.store.transaction(() => {
    try {
      return { value: work(pageContext(parts)) };
    } catch (error) {
      if (error instanceof ApiError && error.keepsChanges) return { error };
      throw error;
    }
  });
  if ('error' in result) throw result.error;
  return result.value;
}

/** Removes the account's objects from an error, so that the pages' script learns only the reason. */
function withoutDetails(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { type, message, code, decline_code: declineCode } = error.body;
  const reason = declineCode ? { decline_code: declineCode } : {};
  return new ApiError(error.status, { type, message, ...(code ? { code } : {}), ...reason });
}

const htmlHeaders = { 'content-type': 'text/html; charset=utf-8' };

function sendAnswer(response: ServerResponse, answer: PageAnswer): void {
  if (answer.kind === 'page') send(response, 200, htmlHeaders, answer.text);
  else if (answer.kind === 'redirect') send(response, 303, { location: answer.to }, '');
  else if (answer.kind === 'data') sendJson(response, 200, answer.value);
  else {
    const headers = { 'content-type': answer.type, 'content-disposition': `inline; filename="${answer.name}"` };
    send(response, 200, headers, answer.bytes);
  }
}

function problemPage(message: string): string {
  const title = 'This page cannot be shown';
  return pageText({ title, content: html`<h1>${title}</h1><p>${message}</p>` });
}

type PageParts = { store: Store; publicPath: string; log: (message: string) => void };

/** Returns the context of a page's request, which counts as a call of the API. */
function pageContext({ store, publicPath }: PageParts): Context {
  return { store, publicPath, now: simulatedNow(store), request: { id: newId('req'), idempotencyKey: null } };
}
