import { expect, test } from 'vitest';
import { retryFailedPictures } from './failed-pictures.ts';

test('UPLOAD-11 a picture that the other origin lacks is asked of the portal, once', () => {
  document.body.innerHTML =
    '<img alt="" src="https://cdn.example.org/media/1"><img alt="" src="https://other.example/2">';
  const [ours, other] = document.querySelectorAll('img');
  retryFailedPictures('https://cdn.example.org');
  for (const image of [ours, other]) image?.dispatchEvent(new Event('error'));
  expect(ours?.getAttribute('src')).toBe('/media/1');
  expect(other?.getAttribute('src')).toBe('https://other.example/2');
  ours?.dispatchEvent(new Event('error'));
  expect(ours?.getAttribute('src')).toBe('/media/1');
});
