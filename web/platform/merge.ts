/** Whose value a field is to have. */
export type Side = 'mine' | 'theirs';

/** A field that somebody else has changed to something other than what stands in the form. */
export type FieldConflict = {
  name: string;
  theirs: unknown;
  mine: unknown;
  /** Both have changed it; otherwise only somebody else has. */
  isBoth: boolean;
};

/** A thing as it was opened, as somebody else has saved it meanwhile, and as it stands in the form. */
type Three<Values> = { base: Values; theirs: Values; mine: Values };

/** Every field that somebody else has changed and that the form holds otherwise. */
export function conflictsOf<Values extends object>({ base, theirs, mine }: Three<Values>): FieldConflict[] {
  const [was, saved, typed] = [fieldsOf(base), fieldsOf(theirs), fieldsOf(mine)];
  return Object.keys(saved)
    .filter((name) => !isSame(saved[name], was[name]) && !isSame(saved[name], typed[name]))
    .map((name) => ({
      name,
      theirs: saved[name],
      mine: typed[name],
      isBoth: !isSame(typed[name], was[name]),
    }));
}

/** What the form holds after the choice: the chosen side of each field above, and everything else as it was typed. */
export function mergedValues<Values extends object>(
  three: Three<Values>,
  chosen: Readonly<Record<string, Side>>,
): Record<string, unknown> {
  const taken = conflictsOf(three).filter(({ name }) => chosen[name] === 'theirs');
  return { ...three.mine, ...Object.fromEntries(taken.map(({ name, theirs }) => [name, theirs])) };
}

/** A field's value in words. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(valueText).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const fieldsOf = (values: object): Record<string, unknown> => ({ ...values });

/** Blank, null and left out are the same to whoever reads a form. */
function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) => (value === '' || value === undefined ? null : value);
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}
