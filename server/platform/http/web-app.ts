import { readFile } from 'node:fs/promises';
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerNotFound } from './errors.ts';

/** Addresses that are never the app's page: an unknown one answers as JSON. */
const ownPrefixes = /^\/(api|media|assets|dev|sandbox|healthz|readyz|metrics)(\/|$|\?)/;

/** Pages whose address carries a secret or a payment: they send no referrer at all. */
const secretPages = /^\/(reset-password|payment-success|tools)(\/|$|\?)/;

/** Pages that show the sites of tools in frames. */
const toolPages = /^\/tools\/./;

/**
 * Serves the built web app: its hashed assets for ever, its page for every other address that a browser opens.
 * @param folder the build; when it is missing the page says how to make it
 * @param toolFrames what the pages of tools may frame, in the words of a content security policy
 */
export async function serveWebApp(
  app: FastifyInstance,
  { folder, toolFrames }: { folder: string; toolFrames: readonly string[] },
): Promise<void> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null);
  app.setNotFoundHandler((request, reply) => {
    const opensPage = request.method === 'GET' || request.method === 'HEAD';
    if (!opensPage || ownPrefixes.test(request.url) || page === null) return answerNotFound(request, reply);
    if (toolPages.test(request.url)) allowFrames(reply, toolFrames);
    return sendPage(page, request, reply);
  });
  if (page === null) return;
  await app.register(async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, caller: 'visitor' };
    });
    await scope.register(serveStatic, {
      root: folder,
      index: false,
      wildcard: false,
      // The build left the compressed forms beside its files; without them (development) answers are compressed as sent.
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      setHeaders: (response, file) => {
        if (!file.includes(`${path.sep}assets${path.sep}`)) response.header('cache-control', 'no-cache');
      },
    });
  });
}

function sendPage(page: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (secretPages.test(request.url)) reply.header('referrer-policy', 'no-referrer');
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
}

/** Whatever is framed is a stored address of a tool; no other page may frame anything beyond videos and payments. */
function allowFrames(reply: FastifyReply, sources: readonly string[]): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace(/(frame-src [^;]*)/, `$1 ${sources.join(' ')}`));
}
