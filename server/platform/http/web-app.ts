import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brandStyleId, type OpenPage } from '#contract/first-page.ts';
import { escapeHtml } from '../mail/layout.ts';
import { sendPieces } from './cached-response.ts';
import { asksForPage } from './error-page.ts';
import { sendNotFound } from './errors.ts';
import { drawPage, loadFirstPage, type PageLoader, readScreenFiles } from './first-page.ts';
import { sharedHeaders } from './headers.ts';
import { gatherStyles, renderedPage, renderedScripts } from './rendered-page.ts';

/** Paths that are never the app's page: an unknown one gets JSON. */
const ownPrefixes = /^\/(api|media|assets|dev|sandbox|healthz|readyz|metrics|\.well-known)(\/|$|\?)/;

/**
 * Paths of files, such as /backup.zip and /.env: no page of the app has a dot in its path (OUT-05). People
 * who open /index.html look for a page.
 */
const files = /^[^?]*\/(\.|[^/?]*\.(?!html?(\?|$)))/;

/** Headers of some pages beyond those of every page. */
export type PageRule = {
  /** Matches the paths of the pages, with their query. */
  pages: RegExp;
  /** Set if the URL contains a secret: the page sends no referrer. */
  hidesAddress?: true;
  /** Sites that the pages may frame, in the form of a content security policy. */
  frames?: readonly string[];
  /**
   * Returns a source to which a form of the page may be redirected, in the form of a content security policy; null for
   * none.
   */
  formTarget?: (address: string) => string | null;
};

/** The built web app. */
export type WebApp = {
  folder: string;
  /** Origin from which pages load its files; empty for their own. */
  assetsOrigin: string;
  /** Returns the page with the present settings; null while it is not built. */
  page: (() => Promise<Page>) | null;
  /** Null when pages are sent without data. */
  loader: PageLoader | null;
};

/** Settings of the portal that every page shows before its scripts run. */
export type Dress = {
  productName: string;
  /** Description of the portal for search engines; null for that of the build. */
  description: string | null;
  /** URL of the browser icon; null for that of the build. */
  iconUrl: string | null;
  /** Colours of the brand as a stylesheet; empty for those of the build. */
  lightColours: string;
  darkColours: string;
};

type WebAppOptions = {
  /** Folder of the build for browsers; without it no page is served. */
  folder: string;
  /** Like in `WebApp`. */
  assetsOrigin: string;
  /** Loads a page's data; null to send pages without data. */
  openPage: OpenPage | null;
  /** Whether a member has signed in with the browser before. */
  isKnownBrowser: PageLoader['isKnownBrowser'];
  /** Returns the same object while it is cached; for another one, the page is made again. */
  dress: () => Promise<Dress>;
};

/** Reads the built web app. */
export async function openWebApp(options: WebAppOptions): Promise<WebApp> {
  const { folder, assetsOrigin, openPage, isKnownBrowser, dress } = options;
  const loader = openPage && { openPage, isKnownBrowser, screenFiles: await readScreenFiles(folder), assetsOrigin };
  const built = await readPage(folder, assetsOrigin);
  if (built === null) return { folder, assetsOrigin, page: null, loader };
  let last: { worn: Dress; page: Page } | null = null;
  const page = async () => {
    const worn = await dress();
    if (last?.worn !== worn) last = { worn, page: dressed(built, worn) };
    return last.page;
  };
  return { folder, assetsOrigin, page, loader };
}

/** Returns the build's page with the portal's name, icon and colours. */
function dressed(page: Page, { productName, description, iconUrl, lightColours, darkColours }: Dress): Page {
  const style = lightColours === '' ? '' : `:root{${lightColours}}.dark{${darkColours}}`;
  const head = page.beforeLinks
    .replace(/<title>.*?<\/title>/s, () => `<title>${escapeHtml(productName)}</title>`)
    .replace(/<meta name="description"[^>]*>/, (meta) =>
      description === null ? meta : `<meta name="description" content="${escapeHtml(description)}">`,
    )
    .replace(/<link rel="icon"[^>]*>/, (link) =>
      iconUrl === null ? link : `<link rel="icon" href="${escapeHtml(iconUrl)}">`,
    );
  return {
    ...page,
    beforeLinks: style === '' ? head : `${head}<style id="${brandStyleId}">${style}</style>`,
    ownStyle: style === '' ? '' : ` 'sha256-${hash('sha256', style, 'base64')}'`,
    ...(style !== '' && {
      lightColours: `${page.lightColours};${lightColours}`,
      darkColours: `${page.darkColours};${darkColours}`,
    }),
  };
}

/** A page that is equal for every visitor. */
export type PublicPage = {
  /** Path and query. */
  address: string;
  /** Host of its calls. */
  host: string;
  /** Title, description and other elements of its head. */
  head: string;
};

/** Returns the text of a page for any visitor (FRONT-02); null when it could not be rendered. */
export async function publicPage(
  app: FastifyInstance,
  request: FastifyRequest,
  { page, loader }: WebApp,
  { head, ...asked }: PublicPage,
): Promise<string | null> {
  if (!page) return null;
  const { links, data, markup } = await drawPage(app, request, loader, asked);
  if (markup === '') return null;
  const parts = await page();
  const start = parts.beforeLinks.replaceAll(/<title>.*?<\/title>|<meta name="description"[^>]*>/gs, '');
  return renderedPage({ ...parts, beforeLinks: start + head }, { links, data, markup });
}

/** Allows a page its own scripts and style, exactly as they are. */
export async function allowOwnParts(reply: FastifyReply, { page }: WebApp): Promise<void> {
  if (!page) return;
  const { ownScripts, ownStyle } = await page();
  allow(reply, 'script-src', ownScripts);
  if (ownStyle !== '') allow(reply, 'style-src', ownStyle);
}

/**
 * Serves the web app: its hashed assets, which never expire, and its page for every other path that a browser opens.
 */
export async function serveWebApp(
  app: FastifyInstance,
  { webApp, pageRules }: { webApp: WebApp; pageRules: readonly PageRule[] },
): Promise<void> {
  const { folder, assetsOrigin, page, loader } = webApp;
  app.setNotFoundHandler(async (request, reply) => {
    const opensPage = request.method === 'GET' || request.method === 'HEAD';
    const address = plainAddress(request.url);
    const isFile = files.test(address);
    if (!opensPage || ownPrefixes.test(address) || page === null || (isFile && !asksForPage(request))) {
      return sendNotFound(request, reply);
    }
    await allowOwnParts(reply, webApp);
    for (const { hidesAddress, frames, formTarget } of pageRules.filter(({ pages }) => pages.test(address))) {
      if (hidesAddress) reply.header('referrer-policy', 'no-referrer');
      if (frames) allow(reply, 'frame-src', ` ${frames.join(' ')}`);
      const target = formTarget?.(request.url) ?? null;
      if (target !== null) allow(reply, 'form-action', ` ${target}`);
    }
    const { links, data, markup, isUnknown } = await loadFirstPage(app, request, loader);
    if (isUnknown || isFile) reply.code(404);
    const { beforeLinks, beforeData, end } = await page();
    const drawing = gatherStyles(markup);
    if (drawing.source !== '') allow(reply, 'style-src', drawing.source);
    const head = beforeLinks + drawing.style;
    const html =
      markup === ''
        ? beforeLinks + links + beforeData + data + end
        : renderedPage({ beforeLinks: head, beforeData, end }, { links, data, markup: drawing.markup });
    return sendPieces(request, reply, [Buffer.from(html)], 'text/html; charset=utf-8');
  });
  if (page === null) return;
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, caller: 'visitor' };
    });
    await scope.register(serveStatic, {
      root: folder,
      index: false,
      // It is sent as the page of a path, never as a file.
      globIgnore: ['index.html*'],
      wildcard: false,
      // The build put the compressed forms beside its files; without them (development), responses are compressed when
      // they are sent.
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      setHeaders: (response, file) => {
        const isAsset = file.includes(`${path.sep}assets${path.sep}`);
        if (!isAsset) response.header('cache-control', 'no-cache');
        else if (assetsOrigin !== '') response.headers(sharedHeaders);
      },
    });
  });
}

/**
 * Decodes a path like the web app's router: /%74ools is /tools. The server's router rejects paths that cannot be
 * decoded.
 */
function plainAddress(url: string): string {
  const [path = '', ...query] = url.split('?');
  return [decodeURIComponent(path), ...query].join('?');
}

/** The page of the build, in the parts between which markup is inserted. */
type Page = {
  beforeLinks: string;
  beforeData: string;
  end: string;
  /** Links to its stylesheets. */
  stylesheets: string;
  /** Values of the light and the dark theme: of the stylesheets, then of the brand. */
  lightColours: string;
  darkColours: string;
  /** Sources of its own scripts for the content security policy, which allows exactly these. */
  ownScripts: string;
  /** Source of its own style for the policy; empty without one. */
  ownStyle: string;
};

async function readPage(folder: string, assetsOrigin: string): Promise<Page | null> {
  const built = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null);
  if (built === null) return null;
  // The build names files relative to the page, which can have any path here.
  const html = built.replace(/(src|href)="\.?\/(assets\/)?/g, (_, name: string, assets = '') =>
    assets === '' ? `${name}="/` : `${name}="${assetsOrigin}/${assets}`,
  );
  const [, beforeLinks = html, beforeData = '', end = ''] = /^(.*)(<\/head>.*)(<\/body>.*)$/s.exec(html) ?? [];
  const links = [...html.matchAll(/<link rel="stylesheet"[^>]*href="[^"]*?\/(assets\/[^"]+)"[^>]*>/g)];
  const sheets = await Promise.all(links.map(([, file = '']) => readFile(path.join(folder, file), 'utf8')));
  const lightColours = /:root\s*\{([^}]*--background:[^}]*)\}/.exec(sheets.join(''))?.[1] ?? '';
  const darkColours = /\.dark\s*\{([^}]*)\}/.exec(sheets.join(''))?.[1] ?? '';
  const stylesheets = links.map(([link]) => link).join('');
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)];
  const ownScripts = [...scripts.map(([, script = '']) => script), ...renderedScripts]
    .map((script) => ` 'sha256-${hash('sha256', script, 'base64')}'`)
    .join('');
  return { beforeLinks, beforeData, end, stylesheets, lightColours, darkColours, ownScripts, ownStyle: '' };
}

type Directive = 'script-src' | 'style-src' | 'frame-src' | 'form-action';

/** Adds sources to a directive of the content security policy of this response only. */
function allow(reply: FastifyReply, directive: Directive, sources: string): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace(new RegExp(`${directive} [^;]*`), `$&${sources}`));
}
