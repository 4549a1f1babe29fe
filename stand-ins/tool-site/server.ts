import type { IncomingMessage, ServerResponse } from 'node:http';
import { siteFile } from './files.ts';
import { toolPage } from './page.ts';

export type ToolSite = {
  prefix: '/sandbox/tools';
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
};

type ToolSiteOptions = {
  /** Where the portal is, for a site of its own; without it the site is below the portal's address. */
  portalUrl?: string;
};

/** The stand-in for the outside tools of the demo: a page for each name, made with the kit for tool makers. */
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
  // As on a site of its own: the portal's headers for its pages, such as the ban on framing, do not apply here.
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  const [path = ''] = (request.url ?? '').split('?');
  const [, fileName] = /^\/files\/(.+)$/.exec(path) ?? [];
  if (fileName !== undefined) {
    const file = await siteFile(fileName);
    // The framed page has no origin of its own, and scripts of pages without one are asked for as a stranger's.
    response.setHeader('access-control-allow-origin', '*');
    return file ? send(response, 200, file.type, file.text) : notFound(response);
  }
  const [, name] = /^\/([a-z0-9-]{1,80})$/.exec(path) ?? [];
  if (name === undefined) return notFound(response);
  response.setHeader('content-security-policy', policyOf(portalUrl));
  return send(response, 200, 'text/html', toolPage({ name, portalUrl }));
}

/** Nothing but its own files and the portal; framed by the portal alone. */
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
