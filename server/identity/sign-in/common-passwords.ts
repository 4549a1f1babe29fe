/** Whether a password is one of those that guessers try first. */
export type IsCommonPassword = (password: string) => boolean;

/** Minimum PASSWORD_MIN (AUTH-21) with which common passwords are rejected; below it, none is (H08). */
const listedFrom = 8;

/**
 * Returns the check for common passwords in a portal with this `passwordMin`: the list, and patterns that anybody would
 * try. The list is loaded only when it counts, because it takes 4 MB of a node's heap. Case is ignored, because
 * guessers try that first.
 */
export async function loadCommonPasswords(passwordMin: number): Promise<IsCommonPassword> {
  if (passwordMin < listedFrom) return () => false;
  lists[passwordMin] ??= loadList(passwordMin);
  const listed = await lists[passwordMin];
  return (password) => {
    const plain = password.normalize('NFC').toLowerCase();
    return listed.has(plain) || isPattern(plain);
  };
}

/** The loaded lists by the minimum length of their passwords. */
const lists: Record<number, Promise<ReadonlySet<string>>> = {};

async function loadList(passwordMin: number): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // Shorter passwords are rejected for their length already.
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= passwordMin));
}

// These patterns find simple passwords that the list lacks, such as dates.
const repeated = /^(.{1,6})\1+$/u;
const day = '(0[1-9]|[12]\\d|3[01])';
const month = '(0[1-9]|1[0-2])';
const year = '(19|20)\\d\\d';
const date = new RegExp(`^(${day}${month}${year}|${month}${day}${year}|${year}${month}${day})$`);
const rows = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl'];
const runs = [...rows, ...rows.map((row) => [...row].reverse().join(''))];

/** Whether a password is a few characters repeated, a date in eight digits, or a run of digits, letters or keys. */
function isPattern(plain: string): boolean {
  return plain !== '' && (repeated.test(plain) || date.test(plain) || runs.some((run) => run.includes(plain)));
}
