import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { publicAssessmentPath, publicPath } from '#contract/pages/storefront.endpoints.ts';
import type { Actor } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/db.ts';
import { fail } from '#server/platform/failure.ts';
import {
  publicHeaders,
  type ReadyResponse,
  readyText,
  sendPieces,
  sendReady,
} from '#server/platform/http/cached-response.ts';
import { sendNotFound } from '#server/platform/http/errors.ts';
import { drawPage } from '#server/platform/http/first-page.ts';
import { contextOf } from '#server/platform/http/routes.ts';
import { allowOwnParts, type PublicPage, publicPage, type WebApp } from '#server/platform/http/web-app.ts';
import type { Storefront } from './actions.ts';
import { feedText, robotsText, sitemapIndex, sitemapPart } from './feeds.ts';
import { assessmentHead, cardHead, listHead, missingHead, oEmbedOf, resourceHead, type Site } from './head.ts';
import { listPath, listQueryOf } from './rules.ts';

export type PageRoutes = {
  database: Database;
  webApp: WebApp;
  findActor: (request: FastifyRequest) => Promise<Actor | null>;
  storefront: Storefront;
  site: () => Promise<Site>;
  isOpen: () => Promise<boolean>;
  isAssessmentOpen: () => Promise<boolean>;
  /** Returns the host for the calls of a rendered page. */
  hostOf: (request: FastifyRequest) => string;
};

export const anyone = { config: { caller: 'visitor' }, schema: { hide: true }, compress: false } as const;

/** Parses an id in a URL; null for any other text. */
export const idOf = (text: string) => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

const html = 'text/html';
const xml = 'application/xml';

/**
 * Registers the server-rendered pages for visitors: the catalogue and the assessment (TRY-01), the cards and oEmbed for
 * other sites (FRONT-11), and the files that lead crawlers to the pages (FRONT-01 to FRONT-06).
 */
export function pageRoutes(app: FastifyInstance, deps: PageRoutes): void {
  const { database, webApp, findActor, storefront, site, isOpen, isAssessmentOpen, hostOf } = deps;

  /** Sends a cached or newly rendered page. When rendering fails, sends the app's page without content. */
  async function sendPage(request: FastifyRequest, reply: FastifyReply, address: string, head: () => Promise<string>) {
    const host = hostOf(request);
    const draw = async (): Promise<ReadyResponse | null> => {
      const text = await publicPage(app, request, webApp, { address, host, head: await head() });
      return text === null ? null : readyText(text, html);
    };
    const page = await storefront.text(`${host} ${address}`, draw);
    if (!page) return reply.callNotFound();
    await allowOwnParts(reply, webApp);
    return sendReady(request, reply, page);
  }

  async function sendMissing(request: FastifyRequest, reply: FastifyReply) {
    const asked = { address: request.url, host: hostOf(request), head: missingHead(await site()) };
    const text = await publicPage(app, request, webApp, asked);
    if (text === null) return sendNotFound(request, reply);
    await allowOwnParts(reply, webApp);
    reply.code(404).header('cache-control', 'no-store');
    return sendPieces(request, reply, [Buffer.from(text)], `${html}; charset=utf-8`);
  }

  /**
   * Redirects members to the page inside the portal while the catalogue is closed; for visitors the page does not exist
   * (FRONT-01).
   */
  async function sendClosed(request: FastifyRequest, reply: FastifyReply, inside: string) {
    if (!(await findActor(request))) return sendMissing(request, reply);
    return reply.header('cache-control', 'no-store').redirect(inside, 302);
  }

  app.get('/catalogue', anyone, async (request, reply) => {
    const query = listQueryOf(request.query as Record<string, unknown>);
    const path = listPath(query);
    if (!(await isOpen())) return sendClosed(request, reply, path.replace('/catalogue', '/browse'));
    const list = await storefront.list(contextOf(request, database.db), query);
    if (query.page > list.lastPage)
      return reply.headers(publicHeaders).redirect(listPath({ ...query, page: list.lastPage }), 302);
    return sendPage(request, reply, path, async () => listHead(await site(), query, list));
  });

  const findListed = async (request: FastifyRequest, text: string) => {
    const id = (await isOpen()) ? idOf(text) : null;
    return id === null ? null : storefront.resource(contextOf(request, database.db), id);
  };

  const sendResource = async (request: FastifyRequest, reply: FastifyReply) => {
    const { id = '' } = request.params as Record<string, string>;
    if (!(await isOpen())) return sendClosed(request, reply, idOf(id) === null ? '/browse' : `/resource/${id}`);
    const found = await findListed(request, id);
    if (!found) return sendMissing(request, reply);
    const path = publicPath(found.resource);
    if (path !== request.url.split('?')[0]) return reply.headers(publicHeaders).redirect(path, 301);
    return sendPage(request, reply, path, async () => resourceHead(await site(), found.resource));
  };
  app.get('/catalogue/:id/card', anyone, async (request, reply) => {
    const { id = '' } = request.params as Record<string, string>;
    const found = await findListed(request, id);
    if (!found) return sendNotFound(request, reply);
    const host = hostOf(request);
    const address = `/catalogue/${found.resource.id}/card`;
    const card = await storefront.text(`${host} ${address}`, async () => {
      const asked = { address, host, head: cardHead(await site(), found.resource) };
      const drawn = await framedCard(app, request, webApp, asked);
      return drawn && readyText(drawn.text, html, { 'content-security-policy': drawn.policy });
    });
    if (!card) return sendNotFound(request, reply);
    reply.removeHeader('x-frame-options');
    return sendReady(request, reply.header('cross-origin-resource-policy', 'cross-origin'), card);
  });

  app.get('/oembed', anyone, async (request, reply) => {
    const { url, format = 'json', maxwidth, maxheight } = request.query as Record<string, unknown>;
    const asked = typeof url === 'string' ? URL.parse(url) : null;
    const [, id = ''] = /^\/catalogue\/(\d+)(?:\/[^/]*)?$/.exec(asked?.pathname ?? '') ?? [];
    const found = asked?.origin === (await site()).publicUrl ? await findListed(request, id) : null;
    if (!found) return sendNotFound(request, reply);
    if (format !== 'json') throw fail('storefront.no-format');
    const pixels = (text: unknown) => (typeof text === 'string' && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : null);
    const room = { maxWidth: pixels(maxwidth), maxHeight: pixels(maxheight) };
    return reply
      .headers({ ...publicHeaders, 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
      .send(oEmbedOf(await site(), found.resource, room));
  });

  app.get('/catalogue/:id', anyone, sendResource);
  app.get('/catalogue/:id/:slug', anyone, sendResource);
  app.get('/catalogue/*', anyone, sendMissing);

  app.get(publicAssessmentPath, anyone, async (request, reply) =>
    (await isAssessmentOpen())
      ? sendPage(request, reply, publicAssessmentPath, async () => assessmentHead(await site()))
      : sendMissing(request, reply),
  );

  type Make = (request: FastifyRequest) => Promise<string | null>;
  const text = (path: string, type: string, make: Make) =>
    app.get(path, anyone, async (request, reply) => {
      const made = await storefront.text(request.url.split('?')[0] ?? path, async () => {
        const body = await make(request);
        return body === null ? null : readyText(body, type);
      });
      return made ? sendReady(request, reply, made) : sendNotFound(request, reply);
    });

  const openPages = async () => ({ catalogue: await isOpen(), assessment: await isAssessmentOpen() });
  text('/robots.txt', 'text/plain', async () => robotsText(await site(), await openPages()));
  text('/sitemap.xml', xml, async (request) =>
    (await isOpen())
      ? sitemapIndex(await site(), await storefront.countSitemapParts(contextOf(request, database.db)))
      : null,
  );
  text('/sitemap/:part.xml', xml, async (request) => {
    const { part: asked = '' } = request.params as Record<string, string>;
    const part = /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : null;
    if (!(await isOpen()) || part === null) return null;
    const listed = await storefront.listSitemapPart(contextOf(request, database.db), part);
    return part > 1 && listed.length === 0
      ? null
      : sitemapPart(await site(), part, { listed, open: await openPages() });
  });
  text('/catalogue/feed.xml', 'application/atom+xml', async (request) => {
    if (!(await isOpen())) return null;
    const newest = { ...listQueryOf({}), pageSize: 50 };
    return feedText(await site(), (await storefront.list(contextOf(request, database.db), newest)).items);
  });
}

/** Styles of the card: light and dark follow the page around the frame; from 480 px the cover is at the left. */
const cardStyle = ({ lightColours, darkColours }: { lightColours: string; darkColours: string }) =>
  `:root{color-scheme:light dark;${lightColours}}html,body{background:transparent}` +
  `@media(prefers-color-scheme:dark){:root{${darkColours}}}` +
  `@media(min-width:480px){article{display:grid!important;grid-template-columns:1fr 2fr;grid-template-rows:1fr auto}` +
  `article>:first-child{grid-row:1/3}article>:first-child>:first-child{height:100%;aspect-ratio:auto}}`;

/** Renders a card for a frame on another site, with its content security policy: no scripts, no cookies (FRONT-11). */
async function framedCard(
  app: FastifyInstance,
  request: FastifyRequest,
  { page, loader, assetsOrigin }: WebApp,
  { head, ...asked }: PublicPage,
): Promise<{ text: string; policy: string } | null> {
  if (!page) return null;
  const { markup } = await drawPage(app, request, loader, asked);
  if (markup === '') return null;
  const { stylesheets, ...colours } = await page();
  const style = cardStyle(colours);
  const text =
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">' +
    `<meta name="viewport" content="width=device-width, initial-scale=1">${head}${stylesheets}<style>${style}</style>` +
    `</head><body>${markup}</body></html>`;
  const styleHash = hash('sha256', style, 'base64');
  const files = assetsOrigin === '' ? `'self'` : `'self' ${assetsOrigin}`;
  const policy = `default-src 'none';style-src ${files} 'sha256-${styleHash}';img-src 'self' https:;font-src ${files};base-uri 'none';form-action 'none';frame-ancestors *`;
  return { text, policy };
}
