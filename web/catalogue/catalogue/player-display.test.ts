import { expect, test } from 'vitest';
import {
  beginningOf,
  greetingsOf,
  isWorthReporting,
  playingAddress,
  progressIn,
  shownVideo,
} from './player-display.ts';

const one = 'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ';
const other = 'https://player.vimeo.com/video/76979871?h=a1b2c3d4e5';

test('DETAIL-12 a player begins at the kept position, when the member starts it', () => {
  const asked = { second: 250, origin: 'https://portal.test' };
  expect(playingAddress(one, asked)).toBe(`${one}?enablejsapi=1&origin=https%3A%2F%2Fportal.test&start=250`);
  expect(playingAddress(other, asked)).toBe(`${other}#t=250s`);
  expect(playingAddress(`${one}?start=90`, { ...asked, second: 0 })).toContain('start=90');
});

test("each host's player is asked to report in its own format", () => {
  expect(greetingsOf(one)).toEqual(['{"event":"listening","id":1,"channel":"widget"}']);
  expect(greetingsOf(other)).toHaveLength(2);
  expect(greetingsOf('https://example.org/film')).toEqual([]);
});

test('reports are read, complete or in parts, and other messages are ignored', () => {
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

test('the position of a video is reported every few seconds, after a jump, and at the end', () => {
  const lengthSeconds = 60;
  expect(isWorthReporting({ reported: 10, seconds: 12, lengthSeconds })).toBe(false);
  expect(isWorthReporting({ reported: 10, seconds: 15, lengthSeconds })).toBe(true);
  expect(isWorthReporting({ reported: 40, seconds: 3, lengthSeconds })).toBe(true);
  expect(isWorthReporting({ reported: 57, seconds: 59.5, lengthSeconds })).toBe(true);
  expect(isWorthReporting({ reported: 59.5, seconds: 60, lengthSeconds })).toBe(false);
});

test('a video that was watched to its end starts again', () => {
  expect(beginningOf(null)).toBe(0);
  expect(beginningOf({ position: 250, length: 750 })).toBe(250);
  expect(beginningOf({ position: 740, length: 750 })).toBe(0);
});

const player = (address: string) => ({ kind: 'player', address });
const embedded = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';

test('DETAIL-12 watch, short, embed and shorts links become a player that sets no cookies', () => {
  const links = [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'http://youtube.com/watch?list=PL1&v=dQw4w9WgXcQ',
    'https://m.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://youtu.be/dQw4w9WgXcQ?si=abc',
    'https://www.youtube.com/embed/dQw4w9WgXcQ',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ',
    ' https://www.youtube.com/shorts/dQw4w9WgXcQ ',
    'https://www.youtube.com/live/dQw4w9WgXcQ',
  ];
  for (const link of links) expect(shownVideo(link)).toEqual(player(embedded));
});

test('DETAIL-12 links of known hosts without a scheme or with http become a secure player', () => {
  for (const link of [
    'youtube.com/watch?v=dQw4w9WgXcQ',
    '//youtu.be/dQw4w9WgXcQ',
    'http://M.YouTube.com/shorts/dQw4w9WgXcQ',
  ]) {
    expect(shownVideo(link)).toEqual(player(embedded));
  }
  expect(shownVideo('vimeo.com/76979871')).toEqual(player('https://player.vimeo.com/video/76979871'));
  expect(shownVideo('http://player.vimeo.com/video/76979871')).toEqual(
    player('https://player.vimeo.com/video/76979871'),
  );
});

test('DETAIL-12 a start time in the link is kept, of both hosts and in any place', () => {
  expect(shownVideo('https://youtu.be/dQw4w9WgXcQ?t=90')).toEqual(player(`${embedded}?start=90`));
  expect(shownVideo('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1h2m3s')).toEqual(player(`${embedded}?start=3723`));
  expect(shownVideo('https://youtu.be/dQw4w9WgXcQ?t=soon')).toEqual(player(embedded));
  expect(shownVideo('https://www.youtube.com/embed/dQw4w9WgXcQ?start=75')).toEqual(player(`${embedded}?start=75`));
  expect(shownVideo('https://youtu.be/dQw4w9WgXcQ#t=2m5s')).toEqual(player(`${embedded}?start=125`));
  const vimeo = 'https://player.vimeo.com/video/76979871';
  expect(shownVideo('https://vimeo.com/76979871#t=1m30s')).toEqual(player(`${vimeo}#t=90s`));
  expect(shownVideo('https://vimeo.com/76979871/a1b2c3d4e5?t=12.5s')).toEqual(player(`${vimeo}?h=a1b2c3d4e5#t=12s`));
  expect(playingAddress(`${vimeo}#t=90s`, { second: 0, origin: 'https://portal.test' })).toBe(`${vimeo}#t=90s`);
});

test('DETAIL-12 Vimeo links become its player, with the key of unlisted videos', () => {
  const at = 'https://player.vimeo.com/video/76979871';
  expect(shownVideo('https://vimeo.com/76979871')).toEqual(player(at));
  expect(shownVideo('https://player.vimeo.com/video/76979871')).toEqual(player(at));
  expect(shownVideo('https://vimeo.com/channels/staffpicks/76979871')).toEqual(player(at));
  expect(shownVideo('https://vimeo.com/76979871/a1b2c3d4e5')).toEqual(player(`${at}?h=a1b2c3d4e5`));
  expect(shownVideo('https://player.vimeo.com/video/76979871?h=a1b2c3d4e5')).toEqual(player(`${at}?h=a1b2c3d4e5`));
});

test('DETAIL-12 MP4 and WebM files at https addresses are played as they are', () => {
  for (const address of ['https://example.org/film.mp4', 'https://example.org/a/Film.WebM?x=1#t=9']) {
    expect(shownVideo(address)).toEqual({ kind: 'file', address });
  }
});

test('any other web address is only linked', () => {
  const links = [
    'https://example.org/film.mp4.html',
    'http://example.org/film.mp4',
    'https://example.org/watch?file=film.mp4',
    'https://example.org/film.mov',
    'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/watch?v=%22%3E%3Cscript%3E',
    'https://vimeo.com/about',
    'https://vimeo.com/event/4153286',
    'https://vimeo.com/event/4153286/embed',
    'https://vimeo.com/showcase/4153286',
    'https://vimeo.com/ondemand/film/123456789',
    'https://www.youtube.com/playlist?list=PLx0sYbCqOb8TBPRdmBHs5Iftvv9TPboYG',
    'https://www.youtube.com/embed/videoseries?list=PLx0sYbCqOb8TBPRdmBHs5Iftvv9TPboYG',
    'https://www.youtube.com/embed/live_stream?channel=UC4R8DWoMoI7CAwX8_LjQHig',
    'https://youtu.be/watch?list=PL1',
  ];
  for (const link of links) expect(shownVideo(link)?.kind).toBe('link');
});

test('text that is no web address is not shown', () => {
  for (const link of ['', 'no address', 'javascript:alert(1)', 'data:text/html,x', '/films/1']) {
    expect(shownVideo(link)).toBeNull();
  }
});
