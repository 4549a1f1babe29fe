import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FirstPage, firstPageId, type OpenPage, type PageRequest } from '#contract/first-page.ts';
import { escapeHtml } from '../mail/layout.ts';
import { givePlaceBack } from './overload.ts';

/** Maximum time that a page waits for its data, in milliseconds; the browser then fetches the rest. */
const patienceMs = 1_000;

/** Headers of the page's request that the browser's own calls would also have. */
const passedOn = ['cookie', 'host', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const;

/** Parts to insert into the page: links to its screen's code, its data, and its server rendering. */
export type FirstPageMarkup = Pick<FirstPage, 'isUnknown' | 'markup'> & { links: string; data: string };

/** The web app's loader of pages, the code files of each screen, and the check whether a member used the browser. */
export type PageLoader = {
  openPage: OpenPage;
  screenFiles: (screen: string) => string[];
  assetsOrigin: string;
  isKnownBrowser: (request: Pick<FastifyRequest, 'cookies'>) => boolean;
};

const withoutData: FirstPageMarkup = { links: '', data: '', markup: '', isUnknown: false };

/** Reads from the build's manifest the files that a screen loads beyond those of every page. */
export async function readScreenFiles(folder: string): Promise<(screen: string) => string[]> {
  const text = await readFile(path.join(folder, '.vite', 'manifest.json'), 'utf8').catch(() => '{}');
  const manifest: Record<string, ManifestChunk> = JSON.parse(text);
  const filesOf = (keys: readonly string[], found = new Set<string>()): Set<string> => {
    for (const { file, imports = [] } of keys.flatMap((key) => manifest[key] ?? [])) {
      if (!found.has(file)) filesOf(imports, found.add(file));
    }
    return found;
  };
  const everyPage = filesOf(Object.keys(manifest).filter((key) => manifest[key]?.isEntry));
  return (screen) => {
    const key = Object.keys(manifest).find((one) => one.endsWith(`/${screen}.tsx`));
    return key ? [...filesOf([key]).difference(everyPage)] : [];
  };
}

type ManifestChunk = { file: string; isEntry?: boolean; imports?: string[] };

/**
 * Lets the web app load a page's data through the portal's own routes with the page's cookies, so that the page has
 * only data that its browser could fetch itself.
 */
export function loadFirstPage(
  app: FastifyInstance,
  request: FastifyRequest,
  loader: PageLoader | null,
): Promise<FirstPageMarkup> {
  const headers: Record<string, string> = {};
  for (const name of passedOn) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = String(value);
  }
  return load(app, request, loader, { address: request.url, headers, isPublic: false });
}

/**
 * Renders a page for any visitor (FRONT-02). Its calls have only the given host of the request's headers, so that the
 * page can be cached for every visitor.
 * @param host host of the calls
 */
export function drawPage(
  app: FastifyInstance,
  request: FastifyRequest,
  loader: PageLoader | null,
  { address, host }: { address: string; host: string },
): Promise<FirstPageMarkup> {
  return load(app, request, loader, { address, headers: { host }, isPublic: true });
}

type Load = Pick<PageRequest, 'address' | 'isPublic'> & { headers: Record<string, string> };

async function load(
  app: FastifyInstance,
  request: FastifyRequest,
  loader: PageLoader | null,
  { address, headers, isPublic }: Load,
): Promise<FirstPageMarkup> {
  if (!loader) return withoutData;
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), patienceMs);
  // The calls need places of their own among the concurrent requests.
  givePlaceBack(request);
  try {
    const fetch = fetchInside(app, headers, request.socket.remoteAddress);
    const isKnownBrowser = !isPublic && loader.isKnownBrowser(request);
    const asked = { address, fetch, signal: end.signal, isPublic, isKnownBrowser };
    const { state, screen, markup, isUnknown } = await loader.openPage(asked);
    return {
      isUnknown,
      links: screen
        ? loader
            .screenFiles(screen)
            .map((file) => linkTo(`${loader.assetsOrigin}/${file}`))
            .join('')
        : '',
      data: elementOf(state),
      // Quotes occur in tags only; the browser renders these addresses alike (web/ui/picture-address.ts).
      markup: markup.replaceAll(/ (src|href)="(?=\/media\/)/g, `$&${loader.assetsOrigin}`),
    };
  } catch (error) {
    request.log.warn({ err: error }, 'a page goes out without its data');
    return withoutData;
  } finally {
    clearTimeout(timer);
  }
}

function fetchInside(
  app: FastifyInstance,
  given: Record<string, string>,
  remoteAddress: string | undefined,
): PageRequest['fetch'] {
  const headers = { ...given, accept: 'application/json' };
  return async (url) => {
    const answer = await app.inject({ method: 'GET', url, headers, remoteAddress });
    const passed = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string]);
    return new Response(answer.body === '' ? null : answer.body, { status: answer.statusCode, headers: passed });
  };
}

function linkTo(address: string): string {
  return `<link rel="modulepreload" crossorigin href="${escapeHtml(address)}">`;
}

/**
 * Returns a script element that no browser runs. In JSON, `<` occurs in texts only, where its escaped form means the
 * same.
 */
function elementOf(state: object): string {
  const json = JSON.stringify(state).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${firstPageId}">${json}</script>`;
}
