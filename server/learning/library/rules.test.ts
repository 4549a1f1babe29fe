import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentOf, downloadNameOf, rangeOf } from './rules.ts';

describe('the part of a file that is asked for', () => {
  it.each([
    [undefined, { kind: 'whole' }],
    ['bytes=0-3', { kind: 'part', start: 0, end: 3 }],
    ['bytes=4-', { kind: 'part', start: 4, end: 9 }],
    ['bytes=-3', { kind: 'part', start: 7, end: 9 }],
    ['bytes=-30', { kind: 'part', start: 0, end: 9 }],
    ['bytes=8-99', { kind: 'part', start: 8, end: 9 }],
    ['bytes=10-', { kind: 'absent' }],
    ['bytes=-0', { kind: 'absent' }],
    ['bytes=5-4', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['bytes=0-1,4-5', { kind: 'whole' }],
    ['items=0-1', { kind: 'whole' }],
    ['bytes=a-b', { kind: 'whole' }],
  ])('reads the range %s of a file of ten bytes as %j', (header, range) => {
    expect(rangeOf(header, 10)).toEqual(range);
  });

  it('the part of a file that is asked for is always inside the file', () => {
    const number = fc.oneof(fc.constant(''), fc.bigInt({ min: 0n, max: 10n ** 30n }).map(String));
    fc.assert(
      fc.property(number, number, fc.integer({ min: 1, max: 1e9 }), (first, last, bytes) => {
        const range = rangeOf(`bytes=${first}-${last}`, bytes);
        if (range.kind !== 'part') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        expect(range.end).toBeLessThan(bytes);
      }),
    );
  });
});

describe('the name of a download', () => {
  it.each([
    ['Risk register', 'a.XLSX', 'Risk register.xlsx'],
    ['Risk register.xlsx', 'a.xlsx', 'Risk register.xlsx'],
    ['../../etc/passwd', 'a.txt', 'etc passwd.txt'],
    ['a"b\\c<d>|e?f*g:h', 'a.pdf', 'a b c d e f g h.pdf'],
    ['line\r\nbreak', 'a.pdf', 'line break.pdf'],
    [' . ', 'a.pdf', 'download.pdf'],
    ['No extension', 'README', 'No extension'],
    ['CON', 'a.pdf', '_CON.pdf'],
    ['nul.tar', 'a.gz', '_nul.tar.gz'],
    ['COM1', 'README', '_COM1'],
    ['Lpt¹ .notes', 'a.txt', '_Lpt¹ .notes.txt'],
    ['Consent', 'a.pdf', 'Consent.pdf'],
    ['COM10', 'a.pdf', 'COM10.pdf'],
    ['é'.repeat(300), 'a.pdf', `${'é'.repeat(120)}.pdf`],
  ])('%j stored as %s is saved as %j', (title, storedName, name) => {
    expect(downloadNameOf({ title, storedName })).toBe(name);
  });

  it('UPLOAD-09 the name of a download is announced as an attachment, in plain letters and as it is', () => {
    expect(attachmentOf('Plan.pdf')).toBe(`attachment; filename="Plan.pdf"; filename*=UTF-8''Plan.pdf`);
    expect(attachmentOf("Éthique (1) 'x' 日.pdf")).toBe(
      `attachment; filename="Ethique (1) 'x' _.pdf"; filename*=UTF-8''%C3%89thique%20%281%29%20%27x%27%20%E6%97%A5.pdf`,
    );
  });

  it('never breaks the header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (title) => {
        const header = attachmentOf(downloadNameOf({ title, storedName: 'a.pdf' }));
        expect(header).toMatch(/^attachment; filename="[\x20-\x7e]*\.pdf"; filename\*=UTF-8''[\w%.~!-]*\.pdf$/);
        expect(header.split('"')).toHaveLength(3);
      }),
    );
  });
});
