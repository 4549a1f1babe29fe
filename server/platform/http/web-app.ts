import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FirstScreen, firstScreensFile } from '#contract/first-answers.ts';
import { sendPieces } from './cached-reply.ts';
import { answerNotFound } from './errors.ts';
import { bringAlong } from './first-answers.ts';

/** Addresses that are never the app's page: an unknown one answers as JSON. */
const ownPrefixes = /^\/(api|media|assets|dev|sandbox|healthz|readyz|metrics)(\/|$|\?)/;

/** Pages whose address carries a secret or a payment: they send no referrer at all. */
const secretPages = /^\/(reset-password|payment-success|tools)(\/|$|\?)/;

/** Pages that show the sites of tools in frames: stored addresses, beyond the videos and payments of every page. */
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
  const page = await readPage(folder);
  app.setNotFoundHandler((request, reply) => {
    const opensPage = request.method === 'GET' || request.method === 'HEAD';
    if (!opensPage || ownPrefixes.test(request.url) || page === null) return answerNotFound(request, reply);
    allow(reply, 'script-src', page.ownScripts);
    if (toolPages.test(request.url)) allow(reply, 'frame-src', ` ${toolFrames.join(' ')}`);
    return sendPage(app, page, request, reply);
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

/** The page as the build left it, in the parts between which something is put. */
type Page = {
  beforeLinks: string;
  beforeAnswers: string;
  end: string;
  /** What its policy of content says of its own scripts, which are known to the letter. */
  ownScripts: string;
  screens: FirstScreen[];
};

async function readPage(folder: string): Promise<Page | null> {
  const html = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null);
  if (html === null) return null;
  const [, beforeLinks = html, beforeAnswers = '', end = ''] = /^(.*)(<\/head>.*)(<\/body>.*)$/s.exec(html) ?? [];
  const screens = await readFile(path.join(folder, firstScreensFile), 'utf8').catch(() => '[]');
  const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)];
  const ownScripts = scripts.map(([, script = '']) => ` 'sha256-${hash('sha256', script, 'base64')}'`).join('');
  return { beforeLinks, beforeAnswers, end, ownScripts, screens: JSON.parse(screens) };
}

/** What a page brings along is its member's alone, and true at the moment: nobody keeps it. */
async function sendPage(
  app: FastifyInstance,
  page: Page,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (secretPages.test(request.url)) reply.header('referrer-policy', 'no-referrer');
  const { links, answers } = await bringAlong(app, request, page.screens);
  const html = page.beforeLinks + links + page.beforeAnswers + answers + page.end;
  reply.header('cache-control', 'no-store');
  return sendPieces(request, reply, [Buffer.from(html)], 'text/html; charset=utf-8');
}

/** Extends the policy of content of this page alone; every other answer allows neither. */
function allow(reply: FastifyReply, directive: 'script-src' | 'frame-src', sources: string): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace(new RegExp(`${directive} [^;]*`), `$&${sources}`));
}
