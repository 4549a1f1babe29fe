import { expect, it } from 'vitest';
import { passkeySupportOf } from './relying-party.ts';

it.each([
  ['https://192.0.2.1', /192\.0\.2\.1, and passkeys need a host name/],
  ['http://127.0.0.1:3000', /need a host name/],
  ['https://[2001:db8::1]:8443', /need a host name/],
  ['http://learn.example.org', /http:\/\/learn\.example\.org, and passkeys need https/],
  ['http://localhost.example.org', /need https/],
])('[PASS-04] switches passkeys off at %s with a sentence', (address, sentence) => {
  expect(passkeySupportOf(address)).toEqual({ party: null, problem: expect.stringMatching(sentence) });
});

it.each([
  ['https://learn.example.org:8443', 'learn.example.org', 'https://learn.example.org:8443'],
  ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ['http://portal.localhost', 'portal.localhost', 'http://portal.localhost'],
])('[PASS-04] makes passkeys of %s for the host without the port', (address, id, origin) => {
  expect(passkeySupportOf(address)).toEqual({ party: { id, origin }, problem: null });
});
