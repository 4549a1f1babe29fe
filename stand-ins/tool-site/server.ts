import type { IncomingMessage, ServerResponse } from 'node:http';
import { siteFile } from './files.ts';
import { toolPage } from './page.ts';

export type ToolSite = {
  prefix: '/sandbox/tools';
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
};

type ToolSiteOptions = {
  /** URL of the portal, for a separate site; without it the site is below the portal's URL. */
  portalUrl?: string;
};

/** Makes the stand-in for the outside tools of the demo: a page for each name, made with the kit for tool makers. */
export function createToolSite({ portalUrl }: ToolSiteOptions = {}): ToolSite {
  return {
    prefix: '/sandbox/tools',
    handle: (request, response) => {
      void answer(request, response, portalUrl ?? null).catch(() => send(response, 500, 'text/plain', 'It failed.'));
    },
    close: async () => {},
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, portalUrl: string | null): Promise<void> {
  // The portal's headers for its pages, such as the ban on framing, do not apply to a separate site.
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  const [path = ''] = (request.url ?? '').split('?');
  const [, fileName] = /^\/files\/(.+)$/.exec(path) ?? [];
  if (fileName !== undefined) {
    const file = await siteFile(fileName);
    // The framed page has no origin, and scripts of pages without one need this header.
    response.setHeader('access-control-allow-origin', '*');
    return file ? send(response, 200, file.type, file.text) : notFound(response);
  }
  const [, name] = /^\/([a-z0-9-]{1,80})$/.exec(path) ?? [];
  if (name === undefined) return notFound(response);
  response.setHeader('content-security-policy', policyOf(portalUrl));
  return send(response, 200, 'text/html', toolPage({ name, portalUrl }));
}

/** Allows only the page's own files and the portal, and framing only by the portal. */
function policyOf(portalUrl: string | null): string {
  const portal = portalUrl ?? "'self'";
  return `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${portal}; frame-ancestors ${portal}`;
}

function notFound(response: ServerResponse): void {
  send(response, 404, 'text/html', '<!doctype html><title>Not found</title><p>No such tool.');
}

function send(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}
