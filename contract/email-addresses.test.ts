import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asciiDomain, comparableAddress, domainOfAddress, emailAddressOf } from './email-addresses.ts';
import { Login, Register } from './identity/sign-in.ts';

describe('email addresses', () => {
  it.each([
    ['a@exämple.de', 'a@xn--exmple-cua.de'],
    ['A@EXÄMPLE.de', 'A@xn--exmple-cua.de'],
    ['почта@example.org', null],
    ['info@пример.рф', 'info@xn--e1afmkfd.xn--p1ai'],
    ['info@xn--e1afmkfd.xn--p1ai', 'info@xn--e1afmkfd.xn--p1ai'],
    ['a@例え。テスト', 'a@xn--r8jz45g.xn--zckzah'],
    ['a@ｅｘａｍｐｌｅ.org', 'a@example.org'],
    ['Mira.O@Example.ORG', 'Mira.O@Example.ORG'],
  ])('TEXT-05 takes the international domain of %s in its ASCII form', (typed, address) => {
    expect(emailAddressOf(typed)).toBe(address);
  });

  it.each([
    'a%b@example.org',
    'a&b@example.org',
    "o'neill@example.org",
    'a/b=c?d^e`f{g|h}i~j#k!l$m*n@example.org',
    `${'a'.repeat(64)}@example.org`,
    `a@${'b'.repeat(63)}.org`,
    'a@1and1.co',
  ])('TEXT-05 takes %s, as RFC 5321 does', (address) => {
    expect(emailAddressOf(address)).toBe(address);
  });

  it.each([
    ['a label of 64 characters', `a@${'b'.repeat(64)}.org`],
    ['a local part of 65 characters', `${'a'.repeat(65)}@example.org`],
    ['an address of 255 characters', `a@${'b'.repeat(62)}.${'c'.repeat(62)}.${'d'.repeat(62)}.${'e'.repeat(60)}.org`],
    ['one label', 'a@localhost'],
    ['a last label of one letter', 'a@example.o'],
    ['an address in numbers', 'a@192.0.2.1'],
    ['an address in brackets', 'a@[192.0.2.1]'],
    ['numbers of another script', 'a@١٩٢.٠.٢.١'],
    ['a hyphen at an end', 'a@-example.org'],
    ['a hyphen at the other end', 'a@example-.org'],
    ['wrong Punycode', 'a@xn--\u00fc.org'],
    ['two dots', 'a..b@example.org'],
    ['a dot in front', '.a@example.org'],
    ['no local part', '@example.org'],
    ['two signs', 'a@b@example.org'],
    ['quotation marks', '"a b"@example.org'],
    ['a port', 'a@exämple.de:25'],
    ['a path', 'a@exämple.de/b'],
    ['percent signs in a domain', 'a@ex%C3%A4mple.de'],
    ['a blank', 'a@exa mple.org'],
    ['a domain that is blank once read', 'a@\u00ad.org'],
  ])('TEXT-05 refuses %s', (_, typed) => {
    expect(emailAddressOf(typed)).toBeNull();
  });

  it('TEXT-05 compares addresses in their ASCII form without regard to case', () => {
    expect(comparableAddress('Mira@EXÄMPLE.de')).toBe(comparableAddress('mira@XN--exmple-cua.DE'));
    expect(asciiDomain('exämple.de')).toBe('xn--exmple-cua.de');
  });

  it('TEXT-05 reads what it has read as the same address', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), (label) => {
        const address = emailAddressOf(`a@${label}.org`);
        if (address !== null) expect(emailAddressOf(address)).toBe(address);
      }),
    );
  });
});

describe('comparing email addresses', () => {
  it('TEXT-05 lowers A to Z alone, so that no letter of another script becomes one of another address', () => {
    expect(comparableAddress('MIRA@Example.ORG')).toBe('mira@example.org');
    expect(comparableAddress('\u212Aim@example.org')).not.toBe(comparableAddress('kim@example.org'));
    expect(comparableAddress('\u0130@example.org')).toBe('\u0130@example.org');
  });

  it.each([
    ['mira@Corp.example', 'corp.example'],
    ['"a@corp.example@"@evil.example', 'evil.example'],
    ['a@\u212Aorp.example', '\u212Aorp.example'],
  ])('ORG-04 the domain of %j is %j', (email, domain) => {
    expect(domainOfAddress(email)).toBe(domain);
  });
});

describe('forms with an email address', () => {
  const member = { password: 'portal-demo', firstName: 'Mira', lastName: 'Tollander' };

  it('TEXT-05 folds what was pasted around an address', () => {
    expect(Register.parse({ ...member, email: ' \u202amira@exämple.de\u202c\u200b ' }).email).toBe(
      'mira@xn--exmple-cua.de',
    );
  });

  it.each(['\u212Aim@example.org', 'kim\u1FEF@example.org', 'kim@\u212Aorp.example'])(
    'TEXT-05 refuses %j, which normalisation turns into another address',
    (email) => {
      expect(Register.safeParse({ ...member, email }).success).toBe(false);
      expect(Login.safeParse({ email, password: 'portal-demo' }).success).toBe(false);
    },
  );

  it('TEXT-05 lets an account in whose address an earlier version of the portal took', () => {
    const email = `${'a'.repeat(70)}@example.org`;
    expect(Login.safeParse({ email, password: 'portal-demo' }).success).toBe(true);
    expect(Register.safeParse({ ...member, email }).success).toBe(false);
  });
});
