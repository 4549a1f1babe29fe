import { expect, test } from 'vitest';
import { beginningOf, greetingsOf, isWorthTelling, playingAddress, progressIn } from './player-display.ts';

const one = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ';
const other = 'https://player.vimeo.com/video/76979871?h=a1b2c3d4e5';

test('DETAIL-12 a player begins at once, where its member left it', () => {
  const asked = { second: 250, origin: 'https://portal.test' };
  expect(playingAddress(one, asked)).toBe(`${one}?autoplay=1&enablejsapi=1&origin=https%3A%2F%2Fportal.test&start=250`);
  expect(playingAddress(other, asked)).toBe(`${other}&autoplay=1#t=250s`);
  expect(playingAddress(`${one}?start=90`, { ...asked, second: 0 })).toContain('start=90');
});

test('players are asked to report in their own words', () => {
  expect(greetingsOf(one)).toEqual(['{"event":"listening","id":1,"channel":"widget"}']);
  expect(greetingsOf(other)).toHaveLength(2);
  expect(greetingsOf('https://example.org/film')).toEqual([]);
});

test('reports are read, whole or in parts, and nothing else is', () => {
  expect(progressIn('{"event":"infoDelivery","info":{"currentTime":12.5,"duration":750}}')).toEqual({
    seconds: 12.5,
    lengthSeconds: 750,
  });
  expect(progressIn('{"event":"infoDelivery","info":{"currentTime":13}}')).toEqual({
    seconds: 13,
    lengthSeconds: null,
  });
  expect(progressIn({ event: 'timeupdate', data: { seconds: 3, duration: 60, percent: 0.05 } })).toEqual({
    seconds: 3,
    lengthSeconds: 60,
  });
  const nothing = { seconds: null, lengthSeconds: null };
  for (const message of ['no JSON', null, 7, '[]', '{"info":null}', { data: { seconds: -1, duration: Number.NaN } }]) {
    expect(progressIn(message)).toEqual(nothing);
  }
});

test('it is told every few seconds, after a leap, and at the end', () => {
  const lengthSeconds = 60;
  expect(isWorthTelling({ told: 10, seconds: 12, lengthSeconds })).toBe(false);
  expect(isWorthTelling({ told: 10, seconds: 15, lengthSeconds })).toBe(true);
  expect(isWorthTelling({ told: 40, seconds: 3, lengthSeconds })).toBe(true);
  expect(isWorthTelling({ told: 57, seconds: 59.5, lengthSeconds })).toBe(true);
  expect(isWorthTelling({ told: 59.5, seconds: 60, lengthSeconds })).toBe(false);
});

test('what was seen to its end begins anew', () => {
  expect(beginningOf(null)).toBe(0);
  expect(beginningOf({ position: 250, length: 750 })).toBe(250);
  expect(beginningOf({ position: 740, length: 750 })).toBe(0);
});
