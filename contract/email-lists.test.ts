import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { comparableAddress } from './email-addresses.ts';
import { addressesIn } from './email-lists.ts';

const read = (pasted: string) =>
  addressesIn(pasted)
    .filter(({ problem }) => problem === null)
    .map(({ email }) => email);
const wrong = (pasted: string) => addressesIn(pasted).filter(({ problem }) => problem !== null);

describe('a pasted list of addresses', () => {
  it.each([
    ["Given O'Family <o'family@example.org>", ["o'family@example.org"]],
    ['One <a@example.org>; Two <b@example.org>', ['a@example.org', 'b@example.org']],
    ['c@example.org, d@example.org', ['c@example.org', 'd@example.org']],
    ['c@example.org\td@example.org', ['c@example.org', 'd@example.org']],
    ['c@example.org\r\nd@example.org\u2028e@example.org', ['c@example.org', 'd@example.org', 'e@example.org']],
    ['c@example.org d@example.org', ['c@example.org', 'd@example.org']],
    ['c@example.org，d@example.org；e@example.org', ['c@example.org', 'd@example.org', 'e@example.org']],
    ['"Tollander, Mira" <mira@example.org>, b@example.org', ['mira@example.org', 'b@example.org']],
    ['Tollander, Mira <m@example.org>; Hassan, Leila <l@example.org>', ['m@example.org', 'l@example.org']],
    ['"Tollander; \\"M\\" <x@example.com>" <mira@example.org>', ['mira@example.org']],
    ['Mira (HR; the boss, x@example.com) <mira@example.org> (work)', ['mira@example.org']],
    ['"mira@old.example" <mira@example.org>', ['mira@example.org']],
    ['mira@example.org <MIRA@example.org>', ['MIRA@example.org']],
    ['Board: a@example.org, b@example.org;', ['a@example.org', 'b@example.org']],
    ['To: Mira <a@example.org>; Cc: b@example.org', ['a@example.org', 'b@example.org']],
    ['mailto:a@example.org', ['a@example.org']],
    ['<mailto:a%26b@example.org?subject=Hello>', ['a&b@example.org']],
    ['[a@example.org](mailto:a@example.org)', ['a@example.org']],
    ['“a@example.org”', ['a@example.org']],
    ['„a@example.org“; «b@example.org», ‘c@example.org’', ['a@example.org', 'b@example.org', 'c@example.org']],
    ["'a@example.org'", ['a@example.org']],
    ['- a@example.org\n2. b@example.org\n• c@example.org', ['a@example.org', 'b@example.org', 'c@example.org']],
    ['\u200ba@example.org\u202c.', ['a@example.org']],
    ['Ola Nordmann <ola@blåbær.no>', ['ola@xn--blbr-roah.no']],
  ])('ORG-03 reads %s', (pasted, addresses) => {
    expect(read(pasted)).toEqual(addresses);
    expect(wrong(pasted)).toEqual([]);
  });

  it.each([
    ['Mira Tollander, mira@example.org, HR'],
    ['Mira;Tollander;mira@example.org;+44 20 7946 0000;example.org'],
    ['"Tollander ""M"" Mira"\t"mira@example.org"\thttps://example.org/mira'],
    ['12" pipes, mira@example.org'],
  ])('ORG-03 passes over the other cells of the row %s', (row) => {
    expect(read(row)).toEqual(['mira@example.org']);
    expect(wrong(row)).toEqual([]);
  });

  it.each([
    ["O' family@example.org"],
    ["'family@example.org"],
    ['Mira mira@example.org'],
    ['no address here'],
    ['bram@northmere'],
    ['Mira <mira@example.org'],
    ['mira@example.org>'],
    ['"Mira mira@example.org'],
    ['mira@example.org <bram@example.org>'],
    ['A <a@example.org> B <b@example.org>'],
    ['a@example.org or b@example.org'],
    ['a@example.org/b@example.org'],
    ['skype:mira@example.org'],
    ['mailto://mira@example.org'],
    ['MAILTO:/mira@example.org'],
    ['mailto:%2F/mira@example.org'],
    ['<mailto://mira@example.org>'],
    ['Mira <mailto:///mira@example.org>'],
    ['mira at example.org'],
    ['Müller <müller@example.org>'],
    ['undisclosed-recipients:;'],
  ])('ORG-03 lists %s as unreadable and takes no part of it for an address', (pasted) => {
    expect(read(pasted)).toEqual([]);
    expect(wrong(pasted)).toHaveLength(1);
  });

  it.each(['mailto:a@example.org?cc=b@example.org', '<mailto:a@example.org?subject=x&bcc=b%40example.org>'])(
    'ORG-03 lists %s, because a parameter of the link holds another address',
    (row) => {
      expect([read(row), wrong(row).length]).toEqual([[], 1]);
    },
  );

  it('ORG-03 lists what is wrong line by line, also beside addresses that can be read', () => {
    const pasted =
      'a@example.org, b-at-example.com\n\nc@, d@example.org; A@EXAMPLE.org\nmira (at) example.org, e@example.org';
    expect(addressesIn(pasted)).toEqual([
      { line: 1, email: 'a@example.org', problem: null },
      { line: 1, email: 'b-at-example.com', problem: 'This is not an email address.' },
      { line: 3, email: 'c@', problem: 'This is not an email address.' },
      { line: 3, email: 'd@example.org', problem: null },
      { line: 3, email: 'A@EXAMPLE.org', problem: 'The same address is in line 1.' },
      { line: 4, email: 'mira (at) example.org', problem: 'This is not an email address.' },
      { line: 4, email: 'e@example.org', problem: null },
    ]);
  });

  it('ORG-03 finds every address of a list that a mail program writes, and no other', () => {
    const local = fc.stringMatching(/^[a-z0-9!#$%&*+/=?^_{|}~-][a-z0-9!#$%&'*+/=?^_{|}~-]{0,10}$/);
    const address = fc.tuple(local, fc.stringMatching(/^[a-z]{1,8}\.(org|example)$/)).map((parts) => parts.join('@'));
    const name = fc.string({ unit: fc.constantFrom(...'Ab ,;<>()@\'"\\é'), maxLength: 12 });
    const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`;
    const mailbox = fc.tuple(name, address).map(([shown, email]) => ({ email, text: `${quoted(shown)} <${email}>` }));
    const plain = address.map((email) => ({ email, text: email }));
    const part = fc.constantFrom(', ', ';', '\t', '\n', '\r\n', ' ;\n ');
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.oneof(mailbox, plain), part), { minLength: 1, maxLength: 6 }), (pieces) => {
        const list = pieces.map(([{ text }, separator]) => text + separator).join('');
        const known = new Map(pieces.map(([{ email }]) => [comparableAddress(email), email]));
        expect(read(list)).toEqual([...known.values()]);
      }),
    );
  });

  it('ORG-03 reads whatever was pasted without an error', () => {
    const sign = fc.constantFrom(...'"\'<>()[]@,;:\\.\n\t “”„«»aä-*1', '\u200b', 'a@b.org', 'mailto:', '%E0');
    fc.assert(
      fc.property(fc.string({ unit: sign, maxLength: 40 }), (pasted) => {
        for (const { email, problem } of addressesIn(pasted)) {
          if (problem === null) expect(email).toMatch(/^[^\s@]+@[^\s@]+\.[^\s@]+$/);
        }
      }),
    );
  });
});
