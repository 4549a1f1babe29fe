import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { OpenPage } from '#contract/first-page.ts';
import { sendPieces } from './cached-reply.ts';
import { answerNotFound } from './errors.ts';
import { loadFirstPage, readScreenFiles } from './first-page.ts';

/** Addresses that are never the app's page: an unknown one answers as JSON. */
const ownPrefixes = /^\/(api|media|assets|dev|sandbox|healthz|readyz|metrics)(\/|$|\?)/;

/** Addresses of files, such as /backup.zip and /.well-known/pki: no page of the app has a dot in its path (OUT-05). */
const files = /^[^?]*\/(\.|[^/?]*\.)/;

/** What the headers of some pages say beyond those of every page. */
export type PageRule = {
  /** Matches the paths of the pages, with their query. */
  pages: RegExp;
  /** The address carries a secret: the page sends no referrer. */
  hidesAddress?: true;
  /** Sites that the pages may frame, in the form of a content security policy. */
  frames?: readonly string[];
};

/**
 * Serves the built web app: its hashed assets for ever, its page for every other address that a browser opens.
 * @param folder the build; when it is missing the page says how to make it
 * @param openPage loads a page's data; null sends pages without data
 */
export async function serveWebApp(
  app: FastifyInstance,
  { folder, openPage, pageRules }: { folder: string; openPage: OpenPage | null; pageRules: readonly PageRule[] },
): Promise<void> {
  const page = await readPage(folder);
  const build = openPage && { openPage, screenFiles: await readScreenFiles(folder) };
  app.setNotFoundHandler(async (request, reply) => {
    const opensPage = request.method === 'GET' || request.method === 'HEAD';
    const address = plainAddress(request.url);
    if (!opensPage || ownPrefixes.test(address) || files.test(address) || page === null) {
      return answerNotFound(request, reply);
    }
    allow(reply, 'script-src', page.ownScripts);
    for (const { hidesAddress, frames } of pageRules.filter(({ pages }) => pages.test(address))) {
      if (hidesAddress) reply.header('referrer-policy', 'no-referrer');
      if (frames) allow(reply, 'frame-src', ` ${frames.join(' ')}`);
    }
    const { links, data } = build ? await loadFirstPage(app, request, build) : { links: '', data: '' };
    const html = page.beforeLinks + links + page.beforeData + data + page.end;
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

/** An address as the web app's router reads it: /%74ools is /tools. The server's router refuses what cannot be decoded. */
function plainAddress(url: string): string {
  const [path = '', ...query] = url.split('?');
  return [decodeURIComponent(path), ...query].join('?');
}

/** The page as the build left it, in the parts between which something is put. */
type Page = {
  beforeLinks: string;
  beforeData: string;
  end: string;
  /** What its policy of content says of its own scripts, which are known to the letter. */
  ownScripts: string;
};

async function readPage(folder: string): Promise<Page | null> {
  const html = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null);
  if (html === null) return null;
  const [, beforeLinks = html, beforeData = '', end = ''] = /^(.*)(<\/head>.*)(<\/body>.*)$/s.exec(html) ?? [];
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)];
  const ownScripts = scripts.map(([, script = '']) => ` 'sha256-${hash('sha256', script, 'base64')}'`).join('');
  return { beforeLinks, beforeData, end, ownScripts };
}

/** Extends the policy of content of this page alone; every other answer allows neither. */
function allow(reply: FastifyReply, directive: 'script-src' | 'frame-src', sources: string): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace(new RegExp(`${directive} [^;]*`), `$&${sources}`));
}
