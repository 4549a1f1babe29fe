import { buffer } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { BlobMissing, type Blobs } from '#server/platform/files/blobs.ts';
import { type ReadyResponse, readyPicture, sendReady } from '#server/platform/http/cached-response.ts';
import { sendNotFound } from '#server/platform/http/errors.ts';
import type { PortalSettings } from './actions.ts';
import { tonesOf } from './tones.ts';

/** Sides of the icons in pixels: for a start screen, a splash screen, and Apple's start screen. */
const sides = [192, 512, 180] as const;

const appleSide = 180;
/** Side of the icon of a tab; an ICO file of more than 255 pixels has another format. */
const tabSide = 48;

/** Share of an icon that its picture fills, because systems cut icons into circles and rounded squares. */
const filled = 0.62;

/** `settings` returns the same object until an administrator saves others. */
type InstallRoutes = { settings: () => Promise<PortalSettings>; blobs: Blobs };

/** Registers the routes of the files by which devices install the portal: name, colour and icons (NAV-18). */
export function installRoutes(app: FastifyInstance, { settings, blobs }: InstallRoutes): void {
  const open = { config: { caller: 'visitor' }, schema: { hide: true } } as const;
  app.get('/manifest.webmanifest', open, async (_request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(manifestOf(await settings())),
  );

  let kept: { of: PortalSettings; icons: Map<number, ReadyResponse | null> } | null = null;
  const makeIcon = async (side: number) => {
    const worn = await settings();
    if (kept?.of !== worn) kept = { of: worn, icons: new Map() };
    const { icons } = kept;
    const icon = icons.get(side) ?? (await draw(worn, blobs, side));
    icons.set(side, icon);
    return icon;
  };
  const serve = (address: string, side: number, wrap: (icon: ReadyResponse) => ReadyResponse = (icon) => icon) =>
    app.get(address, open, async (request, reply) => {
      const icon = await makeIcon(side);
      return icon ? sendReady(request, reply, wrap(icon)) : sendNotFound(request, reply);
    });
  for (const side of sides) serve(`/icons/${side}.png`, side);
  // Browsers and Apple's systems request these paths automatically.
  serve('/apple-touch-icon.png', appleSide);
  serve('/favicon.ico', tabSide, ({ body }) => readyPicture(icoOf(body, tabSide), 'image/x-icon'));
}

/**
 * Builds an ICO file of one picture, which may be a PNG (https://learn.microsoft.com/windows/win32/uxguide/vis-icons).
 */
function icoOf(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(side, 6);
  head.writeUInt8(side, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

async function draw(settings: PortalSettings, blobs: Blobs, side: number): Promise<ReadyResponse | null> {
  const picture = await readPicture(settings, blobs);
  // Imported on first use, because the picture library takes 10 MB of memory.
  const { drawIcon } = await import('#server/platform/files/images.ts');
  const drawn = await drawIcon(picture, { side, inner: Math.round(side * filled) });
  return drawn && readyPicture(drawn, 'image/png');
}

function manifestOf({ productName, tagline, brandColour }: PortalSettings): string {
  const icons = sides.map((side) => ({ src: `/icons/${side}.png`, sizes: `${side}x${side}`, type: 'image/png' }));
  return JSON.stringify({
    id: '/',
    name: productName,
    short_name: productName,
    ...(tagline && { description: tagline }),
    lang: 'en-GB',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: tonesOf(brandColour).light.primary,
    // These pictures have room at their edges, so systems may cut them.
    icons: [...icons, ...icons.map((icon) => ({ ...icon, purpose: 'maskable' }))],
  });
}

/** The portal's own mark, as in web/public/favicon.svg. */
const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 28 28">
  <path d="M1 1h12v6a6 6 0 0 1-12 0z" fill="#1c4a93"/><path d="M15 1h6a6 6 0 0 1 6 6v6h-6a6 6 0 0 1-6-6z" fill="#12828a"/>
  <path d="M1 21a6 6 0 1 1 12 0a6 6 0 1 1-12 0z" fill="#a8381a"/><path d="M21 14.4 27.6 21 21 27.6 14.4 21z" fill="#b5830c"/>
</svg>`;

/** Returns the browser icon that administrators chose, otherwise the portal's mark. */
async function readPicture({ faviconFileId }: PortalSettings, blobs: Blobs): Promise<Buffer> {
  if (faviconFileId !== null) {
    try {
      return await buffer(await blobs.open(faviconFileId));
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
    }
  }
  const { drawSvg } = await import('#server/platform/files/svg-picture.ts');
  return drawSvg(mark);
}
