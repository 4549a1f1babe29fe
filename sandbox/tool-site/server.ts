import type { IncomingMessage, ServerResponse } from 'node:http';

export type ToolSite = {
  prefix: '/sandbox/tools';
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
};

/** Stands in for the outside tools of the demo: one plain page for each name, as if on a site of its own. */
export function createToolSite(): ToolSite {
  return { prefix: '/sandbox/tools', handle: answer, close: async () => {} };
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const name = /^\/([a-z0-9-]{1,80})(?:\?|$)/.exec(request.url ?? '')?.[1];
  response.writeHead(name ? 200 : 404, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  });
  response.end(name ? toolPage(name.replaceAll('-', ' ')) : '<!doctype html><title>Not found</title><p>No such tool.');
}

const toolPage = (name: string) => `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}</title><style>
:root { color-scheme: light dark; }
body { display: grid; min-height: 100vh; margin: 0; place-items: center; font: 16px/24px system-ui, sans-serif;
  background: light-dark(#f4f7f5, #0d1614); color: light-dark(#13211e, #e8f0ed); }
main { max-width: 32rem; padding: 32px; }
h1 { font-size: 28px; line-height: 34px; text-transform: capitalize; }
</style></head><body><main>
<h1>${name}</h1>
<p>This page stands in for an outside tool. In a real portal the address of the product leads to the tool's own site.</p>
</main></body></html>
`;
