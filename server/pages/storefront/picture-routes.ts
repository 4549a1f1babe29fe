import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ReadyResponse, readyPicture, sendReady } from '#server/platform/http/cached-response.ts';
import { sendNotFound } from '#server/platform/http/errors.ts';
import { drawPage } from '#server/platform/http/first-page.ts';
import { contextOf } from '#server/platform/http/routes.ts';
import { anyone, idOf, type PageRoutes } from './page-routes.ts';

/** Size of the cover in the picture, in pixels; twice the shown size is not needed. */
const coverSize = { width: 470, height: 630 };

/** Registers the route of the pictures of listed resources for link previews (FRONT-04). */
export function pictureRoutes(app: FastifyInstance, deps: PageRoutes): void {
  const { database, storefront, isOpen } = deps;
  app.get('/catalogue/:id/card.png', anyone, async (request, reply) => {
    const id = (await isOpen()) ? idOf((request.params as Record<string, string>).id ?? '') : null;
    const found = id === null ? null : await storefront.resource(contextOf(request, database.db), id);
    const picture = found && (await storefront.picture(`${found.resource.id}`, () => draw(app, request, deps)));
    if (!picture) return sendNotFound(request, reply);
    return sendReady(request, reply.header('cross-origin-resource-policy', 'cross-origin'), picture);
  });
}

/** Renders the web app at this URL and converts its SVG to PNG. */
async function draw(
  app: FastifyInstance,
  request: FastifyRequest,
  { webApp, hostOf }: PageRoutes,
): Promise<ReadyResponse | null> {
  if (!webApp.page) return null;
  const [address = ''] = request.url.split('?');
  const { markup } = await drawPage(app, request, webApp.loader, { address, host: hostOf(request) });
  const [svg] = /<svg xmlns.*<\/svg>/s.exec(markup) ?? [];
  if (!svg) return null;
  const { lightColours } = await webApp.page();
  // Imported on first use, because the fonts need 10 MB of memory.
  const { drawSvg } = await import('#server/platform/files/svg-picture.ts');
  return readyPicture(await drawSvg(withColours(await withCover(app, svg), lightColours)), 'image/png');
}

/** Replaces colour variables by their values, because an SVG outside a page has no stylesheet. */
function withColours(svg: string, colours: string): string {
  const values = new Map([...colours.matchAll(/--([\w-]+):\s*([^;]+)/g)].map(([, name = '', value]) => [name, value]));
  return svg.replace(/var\(--([\w-]+)\)/g, (_, name: string) => values.get(name) ?? 'gray');
}

const coverElement = /<image href="([^"]*)"([^>]*)><\/image>/;

/** Embeds the cover's bytes in the SVG. Covers of other sites are not fetched: the drawing below them shows. */
async function withCover(app: FastifyInstance, svg: string): Promise<string> {
  const [, address = ''] = coverElement.exec(svg) ?? [];
  const answer = address.startsWith('/media/') ? await app.inject({ method: 'GET', url: address }) : null;
  const cover = answer?.statusCode === 200 ? await cut(answer.rawPayload) : null;
  const data = cover && `data:image/jpeg;base64,${cover.toString('base64')}`;
  return svg.replace(coverElement, (_, __, rest: string) => (data ? `<image href="${data}"${rest}/>` : ''));
}

async function cut(cover: Buffer): Promise<Buffer | null> {
  // Imported on first use, because the image library takes 20 MB of memory.
  const { cutPicture } = await import('#server/platform/files/images.ts');
  return cutPicture(cover, coverSize);
}
