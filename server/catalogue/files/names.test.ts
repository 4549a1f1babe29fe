import { expect, it } from 'vitest';
import { cleanName } from './rules.ts';

it.each([
  ['100 emoji', `${'🎉'.repeat(100)}a.pdf`, `${'🎉'.repeat(100)}a.pdf`],
  ['200 emoji', `${'🎉'.repeat(200)}a.pdf`, `${'🎉'.repeat(145)}a.pdf`],
  ['200 families', `${'👨‍👩‍👧‍👦'.repeat(200)}a.pdf`, `${'👨‍👩‍👧‍👦'.repeat(145)}a.pdf`],
  ['half a character', 'a\ud83d.pdf', 'a.pdf'],
  ['a path', '../../etc/passwd\u0000.pdf', 'passwd.pdf'],
  ['a hidden extension', 'invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['an accent apart', 'Re\u0301sume\u0301.pdf', 'Résumé.pdf'],
  ['nothing that can be seen', '\u200b', 'file'],
])('UPLOAD-08 a file name with %s is stored whole and well-formed', (_, given, stored) => {
  expect(cleanName(given)).toBe(stored);
  expect(cleanName(given).isWellFormed()).toBe(true);
});
