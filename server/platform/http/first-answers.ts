import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FirstScreen, firstAnswer, firstAnswerHeaders } from '#contract/first-answers.ts';
import { escapeHtml } from '../mail/layout.ts';
import { givePlaceBack } from './overload.ts';

/** Markup that a page brings along: links to its screen's code, and the answers to what the screen asks first. */
export type BroughtAlong = { links: string; answers: string };

type Answer = Awaited<ReturnType<FastifyInstance['inject']>>;
type Ask = (address: string) => Promise<Answer>;

/** A page does not wait longer for its answers: what is not there by then is asked for by the app. */
const patienceMs = 250;

const configAddress = '/api/config';
const userAddress = '/api/user';

/** What of a page's request its calls would carry as well, coming from the same browser by the same proxies. */
const carried = ['cookie', 'host', 'user-agent', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const;

/**
 * Asks in the browser's place, through the very routes and with the very cookies, so that a page holds nothing that its
 * browser would not be told a moment later.
 */
export async function bringAlong(
  app: FastifyInstance,
  request: FastifyRequest,
  screens: readonly FirstScreen[],
): Promise<BroughtAlong> {
  const screen = screenAt(request.url, screens);
  const answers = new Map<string, Answer>();
  const ask: Ask = async (address) => {
    const answer = await askFor(app, request, address);
    if (isWorthTaking(answer)) answers.set(address, answer);
    return answer;
  };
  // The calls take places of their own among those that are answered at a time.
  givePlaceBack(request);
  await inTime(askAll(ask, screen)).catch((error) => {
    request.log.warn({ err: error }, 'a page goes without its first answers');
  });
  const isMember = answers.get(userAddress)?.statusCode === 200;
  return {
    links: isMember && screen ? screen.files.map(linkOf).join('') : '',
    answers: [...answers].map(([address, answer]) => elementOf(address, answer)).join(''),
  };
}

async function askAll(ask: Ask, screen: FirstScreen | null): Promise<void> {
  const [user] = await Promise.all([ask(userAddress), ask(configAddress)]);
  if (!screen || user.statusCode !== 200) return;
  const askFirst = async (call: string) => {
    const answer = await ask(call);
    const access = call === screen.accessTo && answer.statusCode === 200 ? accessAddress(answer) : null;
    if (access) await ask(access);
  };
  await Promise.all(screen.calls.map(askFirst));
}

/** The access to what a list names, word for word as the app asks for it; null for an empty list. */
function accessAddress(list: Answer): string | null {
  const resources: { id: number }[] = list.json();
  const ids = resources.map(({ id }) => `resourceId=${id}`);
  return ids.length > 0 ? `/api/user/resource-access?${ids.join('&')}` : null;
}

/**
 * The first screen of an address, its calls with the address' own part in them. What a query asks for in particular is
 * known to the app alone.
 */
function screenAt(url: string, screens: readonly FirstScreen[]): FirstScreen | null {
  for (const screen of screens) {
    const match = new RegExp(screen.path).exec(url);
    const addressOf = (call: string) => call.replace('$1', match?.[1] ?? '');
    if (match) return { ...screen, calls: screen.calls.map(addressOf), accessTo: addressOf(screen.accessTo) };
  }
  return null;
}

function askFor(app: FastifyInstance, request: FastifyRequest, url: string): Promise<Answer> {
  const headers: Record<string, string> = { accept: 'application/json' };
  for (const name of carried) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = String(value);
  }
  return app.inject({ method: 'GET', url, headers, remoteAddress: request.socket.remoteAddress });
}

/** Whatever may be better a moment later is left for the app to ask. */
function isWorthTaking({ statusCode, headers }: Answer): boolean {
  return statusCode < 500 && statusCode !== 429 && String(headers['content-type']).startsWith('application/json');
}

async function inTime(work: Promise<void>): Promise<void> {
  const end = new AbortController();
  const patience = wait(patienceMs, undefined, { signal: end.signal, ref: false }).catch(() => {});
  await Promise.race([work, patience]).finally(() => end.abort());
}

function linkOf(file: string): string {
  return `<link rel="modulepreload" crossorigin href="${escapeHtml(file)}">`;
}

/** A script element that no browser runs. In JSON `<` stands in texts alone, where it may as well be written so. */
function elementOf(address: string, { statusCode, headers, body }: Answer): string {
  const passed = firstAnswerHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  const attributes = {
    type: 'application/json',
    [firstAnswer.address]: address,
    [firstAnswer.status]: String(statusCode),
    [firstAnswer.headers]: JSON.stringify(Object.fromEntries(passed)),
  };
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  return `<script${written.join('')}>${body.replaceAll('<', '\\u003c')}</script>`;
}
