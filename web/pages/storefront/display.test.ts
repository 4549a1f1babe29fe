import { expect, it } from 'vitest';
import type { Inside } from '#contract/catalogue/catalogue.ts';
import { isOwnPath } from '#contract/own-path.ts';
import { publicPath } from '#contract/pages/storefront.endpoints.ts';
import type { PublicResource } from '#contract/pages/storefront.ts';
import { hostOfVisit } from './arrival-display.ts';
import { mainStep, titleLines } from './display.ts';

type Opened = Parameters<typeof mainStep>[0];
const book: Opened = { id: 7, type: 'book', accessType: 'free', hasPages: false, readingMinutes: null };
const video = (file: Inside['file']): Inside => ({
  file,
  contents: [],
  hasVideo: true,
  updatedAt: '2026-01-05T09:00:00.000Z',
  subscription: null,
});

it.each<[Partial<PublicResource>, words: string, next: string]>([
  [{ accessType: 'purchase' }, 'PURCHASE NOW', '/checkout/7'],
  [{ accessType: 'subscription' }, 'SUBSCRIBE', '/subscribe/7'],
  [{ type: 'article', readingMinutes: 4 }, 'READ', '/resource/7/article'],
  [{ hasPages: true }, 'READ', '/resource/7/read'],
  [{ type: 'online_tool' }, 'ACCESS TOOL', '/resource/7?start=tool'],
  [{ type: 'downloadable_template' }, 'DOWNLOAD', '/resource/7?start=download'],
  [{ type: 'path' }, 'ACCESS', '/resource/7'],
  [{ type: 'bundle' }, 'ACCESS', '/resource/7'],
  [{ type: 'insight', inside: video(null) }, 'ACCESS', '/resource/7?tab=video'],
  [{ type: 'insight', inside: video({ extension: 'docx', bytes: 9 }) }, 'ACCESS', '/resource/7?start=download'],
])('FRONT-07 the main button of %o reads %s and leads back to %s', (fields, words, next) => {
  expect(mainStep({ ...book, ...fields })).toMatchObject({ words, next });
  expect(isOwnPath(next)).toBe(true);
});

it.each([
  '',
  'checkout/1',
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  '/a b',
  '/\u0000',
  'javascript:alert(1)',
])('FRONT-07 %j is no address to lead back to', (path) => expect(isOwnPath(path)).toBe(false));

it('FRONT-07 PATH-04 the page of a free path says that its first step comes after signing in', () => {
  expect(mainStep({ ...book, type: 'path' }).target).toBe('its first step');
});

it('FRONT-03 a public address has a slug of plain letters, never "card"', () => {
  const pathOf = (title: string) => publicPath({ id: 1, title });
  expect(pathOf('Échelle: 5 steps!')).toBe('/catalogue/1/echelle-5-steps');
  expect(pathOf('Card')).toBe('/catalogue/1/resource-card');
  expect(pathOf('../..')).toBe('/catalogue/1/resource');
  expect(pathOf('x'.repeat(300))).toBe(`/catalogue/1/${'x'.repeat(80)}`);
});

it('FRONT-04 a title is broken into lines that fit the picture, in the largest size that does', () => {
  const field = { width: 600, height: 360 };
  expect(titleLines('Short title', field)).toEqual({ size: 76, lines: ['Short title'] });
  const long = titleLines('A reasonable procurement checklist for teams that buy software with models inside', field);
  expect(long.size).toBeLessThan(76);
  expect(long.lines.join(' ')).toBe(
    'A reasonable procurement checklist for teams that buy software with models inside',
  );
  const word = titleLines('x'.repeat(200), field);
  expect(word.lines.length).toBeGreaterThan(1);
  expect(titleLines('word '.repeat(200), field).lines.at(-1)).toMatch(/…$/);
});

it('FRONT-15 the host that led to a page comes from the referrer alone', () => {
  const hosts: [string, string | null][] = [
    ['', 'direct'],
    ['https://portal.example/catalogue', null],
    ['https://news.example/item?id=7&token=secret', 'news.example'],
    ['https://www.news.example/', 'news.example'],
    ['android-app://com.example.mail/', 'com.example.mail'],
    ['http://192.168.1.5/wiki', 'other'],
    ['http://intranet/', 'other'],
    ['nonsense', 'other'],
  ];
  for (const [referrer, host] of hosts)
    expect([referrer, hostOfVisit(referrer, 'portal.example')]).toEqual([referrer, host]);
});
