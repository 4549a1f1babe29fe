import { describe, expect, it } from 'vitest';
import { lineNamedBy, linesOf, summaryOf } from './display.ts';

describe('pasted addresses', () => {
  it('ORG-03 reads one address for each line, also of a spreadsheet, and names what is wrong in which line', () => {
    const pasted = [
      'leila@northmere.example',
      '',
      'Mira Tollander, mira@northmere.example',
      '"Bram" <bram@northmere.example>;',
      'LEILA@northmere.example',
      'bram@northmere',
      'no address here',
    ].join('\r\n');
    expect(linesOf(pasted)).toEqual([
      { line: 1, email: 'leila@northmere.example', problem: null },
      { line: 3, email: 'mira@northmere.example', problem: null },
      { line: 4, email: 'bram@northmere.example', problem: null },
      { line: 5, email: 'LEILA@northmere.example', problem: 'The same address is in line 1.' },
      { line: 6, email: 'bram@northmere', problem: 'This is no email address.' },
      { line: 7, email: 'no address here', problem: 'This is no email address.' },
    ]);
  });

  it('ORG-03 finds the line that a refusal names', () => {
    const lines = linesOf('a@example.org\nB@example.org');
    expect(lineNamedBy('“b@example.org” is in the organisation already.', lines)).toBe(2);
    expect(lineNamedBy('Too many attempts.', lines)).toBeNull();
  });
});

it('ORG-02 says how many people there are and what the reader is', () => {
  const organisation = { id: 1, name: 'Northmere' };
  expect(summaryOf({ ...organisation, people: 48, role: 'owner' })).toBe('48 people, you are an owner');
  expect(summaryOf({ ...organisation, people: 1, role: 'manager' })).toBe('1 person, you are a manager');
  expect(summaryOf({ ...organisation, people: null, role: 'learner' })).toBe('You are a learner.');
});
