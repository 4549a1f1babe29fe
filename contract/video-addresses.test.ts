import { expect, it } from 'vitest';
import { ResourcePatch } from './catalogue/publishing-forms.ts';
import { secureVideoAddress } from './video-addresses.ts';

it.each([
  ['youtube.com/watch?v=dQw4w9WgXcQ', 'https://youtube.com/watch?v=dQw4w9WgXcQ'],
  ['http://www.YouTube.com/watch?v=dQw4w9WgXcQ#t=9', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=9'],
  ['//player.vimeo.com/video/76979871', 'https://player.vimeo.com/video/76979871'],
  ['https://vimeo.com/76979871', 'https://vimeo.com/76979871'],
  ['youtube.com.example.org/watch', 'youtube.com.example.org/watch'],
  ['http://example.org/film.mp4', 'http://example.org/film.mp4'],
  ['javascript://youtube.com/%0aalert(1)', 'javascript://youtube.com/%0aalert(1)'],
])('DETAIL-12 stores the video address %s as %s', (typed, stored) => {
  expect(secureVideoAddress(typed)).toBe(stored);
  expect(ResourcePatch.parse({ videoUrl: ` ${typed}\n` }).videoUrl).toBe(stored);
});
