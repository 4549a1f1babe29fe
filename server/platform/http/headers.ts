import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';

export type HeaderOptions = {
  publicUrl: string;
  /** Origins of the payment provider's script, frames and calls; empty when everything is on our own origin. */
  paymentOrigins: readonly string[];
  /** Origin of the web app's files and of uploaded pictures; empty for our own. */
  assetsOrigin: string;
  /** Sites that every page may frame. */
  frames: readonly string[];
};

/** The headers of every response. */
export type FixedHeaders = Readonly<Record<string, string>>;

/**
 * Returns the headers of every response: no inline script or style, no frames of strangers, nothing cached. They never
 * change, so they are made once, at the start; a route with cacheable responses overrides them (SAFE-02).
 */
export function fixedHeaders(options: HeaderOptions): FixedHeaders {
  return { ...headersOf(securityOptions(options)), 'cache-control': 'no-store' };
}

/** Sets the headers on every response of a route or of the not-found handler. */
export function setFixedHeaders(app: FastifyInstance, fixed: FixedHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(fixed).header('x-request-id', request.id);
    done();
  });
}

function securityOptions({ publicUrl, paymentOrigins, assetsOrigin, frames }: HeaderOptions): HelmetOptions {
  const secure = publicUrl.startsWith('https:');
  const files = assetsOrigin === '' ? [] : [assetsOrigin];
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...files, ...paymentOrigins],
        styleSrc: ["'self'", ...files],
        // Covers may be anywhere on the web, if they have https (ADM-RES-17).
        imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...files],
        // For video files of resources, as covers (DETAIL-12).
        mediaSrc: ["'self'", 'https:'],
        fontSrc: ["'self'", ...files],
        connectSrc: ["'self'", ...paymentOrigins],
        frameSrc: ["'self'", ...frames, ...paymentOrigins],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  };
}

/**
 * Let pages of another origin load files of the web app, uploaded pictures and badges. A picture that only members may
 * see needs their session nevertheless.
 */
export const sharedHeaders: FixedHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'timing-allow-origin': '*',
};

/** Returns the headers that Helmet would set on a response. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const recorder = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  // Safe casts, because with fixed options Helmet reads nothing of the request and calls only these two of the
  // response.
  helmet(options)({} as IncomingMessage, recorder as unknown as ServerResponse, () => {});
  return headers;
}
