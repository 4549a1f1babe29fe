import { expect, test } from 'vitest';
import { addressIn, addressLabel, creationFailure, slugOf, withShortToken } from './display.ts';

test('ADM-PROD-05 a slug is written small, with single hyphens for everything else', () => {
  expect(slugOf('My Tool')).toBe('my-tool');
  expect(slugOf('Bias & Fairness  Review!')).toBe('bias-fairness-review-');
  expect(slugOf('Über--uns_2')).toBe('-ber-uns-2');
  expect(slugOf('')).toBe('');
});

test('the address of a product is its tool URL, else that of its frame', () => {
  expect(addressIn({ toolUrl: '/tools/x', url: 'https://a.example' })).toBe('/tools/x');
  expect(addressIn({ toolUrl: '', url: 'https://a.example' })).toBe('https://a.example');
  expect(addressIn({ url: 5 })).toBe('');
});

test('ADM-PROD-02 only a framed site has a tool URL', () => {
  expect((['embedded', 'iframe', 'component'] as const).filter((type) => addressLabel(type) === 'Tool URL')).toEqual([
    'iframe',
  ]);
});

test('a shown address does not reveal its token', () => {
  expect(withShortToken('https://t.example/?a=1&token=abcdef0123456789#x')).toBe(
    'https://t.example/?a=1&token=abcdef…#x',
  );
});

test('ADM-PROD-07 a failed creation names status and body, or says that the answer was no JSON', () => {
  expect(creationFailure(new Error('409: {"message":"taken"}'))).toBe('409: {"message":"taken"}');
  expect(creationFailure(new SyntaxError('Unexpected token'))).toMatch(/^Expected JSON but got /);
});
