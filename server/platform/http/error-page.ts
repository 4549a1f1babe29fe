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
 * The error handler of a route that people open as a page, such as a link to a tool or to a file: a browser that asks for a page is
 * shown the refusal's own sentence with its status, everything else gets the usual JSON (GEN-03).
 */
export function refusalAsPage(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof Failure) || !request.headers.accept?.includes('text/html')) throw error;
  if (error.retryAfterSeconds !== null) reply.header('retry-after', String(error.retryAfterSeconds));
  return reply
    .code(error.status)
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(pageOf(error.message));
}

function pageOf(sentence: string): string {
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>This could not be opened</title><style>${style}</style></head>
<body><main><h1>This could not be opened</h1><p>${escapeHtml(sentence)}</p><a href="/">Go to the portal</a></main></body></html>
`;
}
