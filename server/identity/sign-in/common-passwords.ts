/** Whether a password is one of those that everybody tries first. */
export type IsCommonPassword = (password: string) => boolean;

/** Portals that ask for at least this many characters (AUTH-21) also refuse the listed passwords (H08). */
const listedFrom = 8;

/**
 * What is common in a portal that asks for `passwordMin` characters: the list, and patterns that anybody would try. The
 * list is loaded only where it counts: it takes 4 MB of a node's heap. Case makes no difference, as guessers try that
 * first.
 */
export async function loadCommonPasswords(passwordMin: number): Promise<IsCommonPassword> {
  if (passwordMin < listedFrom) return () => false;
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // Shorter ones are refused for their length already.
  const listed = new Set(dictionary['passwords-common'].filter((password) => password.length >= passwordMin));
  return (password) => {
    const plain = password.normalize('NFC').toLowerCase();
    return listed.has(plain) || isPattern(plain);
  };
}

// The list leaves out passwords that these patterns find.
const repeated = /^(.{1,6})\1+$/u;
const day = '(0[1-9]|[12]\\d|3[01])';
const month = '(0[1-9]|1[0-2])';
const year = '(19|20)\\d\\d';
const date = new RegExp(`^(${day}${month}${year}|${month}${day}${year}|${year}${month}${day})$`);
const rows = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl'];
const runs = [...rows, ...rows.map((row) => [...row].reverse().join(''))];

/** Whether it is a few characters over and over, a date in eight digits, or a run of digits, letters or keys. */
function isPattern(plain: string): boolean {
  return plain !== '' && (repeated.test(plain) || date.test(plain) || runs.some((run) => run.includes(plain)));
}
