import { hash } from 'node:crypto';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../failure.ts';
import { escapeHtml } from '../mail/layout.ts';

const style = `:root{color-scheme:light dark;--page:#f4f7f5;--card:#fff;--line:#d8e0dc;--ink:#13211e;--quiet:#50605b;--brand:#0d4f48;--on:#fff}
@media (prefers-color-scheme:dark){:root{--page:#0d1614;--card:#15211e;--line:#2a3b36;--ink:#e8f0ed;--quiet:#a3b5af;--brand:#7fd4c3;--on:#06231f}}
body{margin:0;padding:24px 16px;background:var(--page);color:var(--ink);font:16px/24px system-ui,sans-serif}
main{box-sizing:border-box;max-width:480px;margin:10vh auto 0;padding:32px;border:1px solid var(--line);border-radius:12px;background:var(--card)}
h1{margin:0 0 12px;font-size:24px;line-height:32px}
p{margin:0 0 20px;color:var(--quiet);overflow-wrap:anywhere}
a{display:inline-block;padding:10px 20px;border-radius:8px;background:var(--brand);color:var(--on);font-weight:600;text-decoration:none}
a:focus-visible{outline:2px solid var(--brand);outline-offset:2px}`;

const policy = `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; frame-ancestors 'none'; base-uri 'none'`;

/**
 * Error handler of routes that people open as a page, such as a link to a tool or to a file: a browser that requests a
 * page gets one with the message and status of an expected error; everything else gets the usual reply (GEN-03).
 */
export function rejectionAsPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof Failure) || !asksForPage(request)) throw error;
  if (error.retryAfterSeconds !== null) reply.header('retry-after', String(error.retryAfterSeconds));
  return sendPage(reply, error.status, {
    title: 'This could not be opened',
    sentence: error.message,
    link: '<a href="/">Go to the portal</a>',
  });
}

/** Whether a browser opens this URL, rather than a program or the app calling it. */
export function asksForPage({ method, headers }: FastifyRequest): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true;
}

/** Seconds until a browser retries a page that the portal cannot send at the moment. */
const retrySeconds = 5;

/** Replies to a browser that the portal cannot serve, for example without its database; the page reloads itself. */
export function sendBusyPage(reply: FastifyReply, status: number, sentence: string): FastifyReply {
  return sendPage(reply.header('cache-control', 'no-store'), status, {
    title: 'Back in a moment',
    head: `<meta http-equiv="refresh" content="${retrySeconds}">`,
    sentence: `${sentence} This page tries again by itself every ${retrySeconds} seconds.`,
    link: '<a href="">Try again now</a>',
  });
}

type Page = { title: string; head?: string; sentence: string; link: string };

function sendPage(reply: FastifyReply, status: number, { title, head = '', sentence, link }: Page): FastifyReply {
  return reply
    .code(status)
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title>${head}<style>${style}</style></head>
<body><main><h1>${title}</h1><p>${escapeHtml(sentence)}</p>${link}</main></body></html>
`);
}
