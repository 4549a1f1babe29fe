import { expect, test } from 'vitest';
import { shownVideo } from './video-display.ts';

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

test('a start time is kept', () => {
  expect(shownVideo('https://youtu.be/dQw4w9WgXcQ?t=90')).toEqual(player(`${embedded}?start=90`));
  expect(shownVideo('https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1h2m3s')).toEqual(player(`${embedded}?start=3723`));
  expect(shownVideo('https://youtu.be/dQw4w9WgXcQ?t=soon')).toEqual(player(embedded));
});

test('links of the other host become its player, with the key of unlisted videos', () => {
  const at = 'https://player.vimeo.com/video/76979871';
  expect(shownVideo('https://vimeo.com/76979871')).toEqual(player(at));
  expect(shownVideo('https://player.vimeo.com/video/76979871')).toEqual(player(at));
  expect(shownVideo('https://vimeo.com/channels/staffpicks/76979871')).toEqual(player(at));
  expect(shownVideo('https://vimeo.com/76979871/a1b2c3d4e5')).toEqual(player(`${at}?h=a1b2c3d4e5`));
  expect(shownVideo('https://player.vimeo.com/video/76979871?h=a1b2c3d4e5')).toEqual(player(`${at}?h=a1b2c3d4e5`));
});

test('any other web address is only linked', () => {
  const links = [
    'https://example.org/film.mp4',
    'https://youtube.com.example.org/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/@channel',
    'https://www.youtube.com/watch?v=%22%3E%3Cscript%3E',
    'https://vimeo.com/about',
  ];
  for (const link of links) expect(shownVideo(link)?.kind).toBe('link');
});

test('what is no web address is not shown', () => {
  for (const link of ['', 'no address', 'javascript:alert(1)', 'data:text/html,x', '/films/1']) {
    expect(shownVideo(link)).toBeNull();
  }
});
