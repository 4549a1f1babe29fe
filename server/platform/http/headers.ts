import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

export type HeaderOptions = {
  publicUrl: string;
  /** Where the payment provider's script, frames and calls come from; empty when everything is on our own origin. */
  paymentOrigins: readonly string[];
};

const videoFrames = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com'];

/** Headers of every answer: no inline script or style, no frames of strangers, nothing private cached. */
export function setSecurityHeaders(app: FastifyInstance, { publicUrl, paymentOrigins }: HeaderOptions): void {
  const secure = publicUrl.startsWith('https:');
  app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...paymentOrigins],
        styleSrc: ["'self'"],
        // Covers may lie anywhere on the web as long as it is https (ADM-RES-17).
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...paymentOrigins],
        frameSrc: ["'self'", ...videoFrames, ...paymentOrigins],
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
  });
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store');
  });
}
