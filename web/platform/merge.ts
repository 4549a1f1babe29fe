/** Whose value a field is to have. */
export type Side = 'mine' | 'theirs';

/** A field that somebody else has changed to something other than what stands in the form. */
export type FieldConflict = {
  /** Of a group's field with the group in front: "metadata.videoUrl". */
  name: string;
  /** As it was when the form was opened. */
  base: unknown;
  theirs: unknown;
  mine: unknown;
  /** Both have changed it; otherwise only somebody else has. */
  isBoth: boolean;
};

/** A thing as it was opened, as somebody else has saved it meanwhile, and as it stands in the form. */
type Three<Values> = {
  base: Values;
  theirs: Values;
  mine: Values;
  /** Fields that only hold others together, each of which is compared by itself. */
  groups?: readonly string[];
};

/** Every field that somebody else has changed and that the form holds otherwise. */
export function conflictsOf<Values extends object>(three: Three<Values>): FieldConflict[] {
  const { base, theirs, mine, groups = [] } = three;
  const [was, saved, typed] = [fieldsOf(base, groups), fieldsOf(theirs, groups), fieldsOf(mine, groups)];
  return Object.keys(saved)
    .filter((name) => !isSame(saved[name], was[name]) && !isSame(saved[name], typed[name]))
    .map((name) => ({
      name,
      base: was[name],
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
  return {
    ...fieldsOf(three.mine, three.groups ?? []),
    ...Object.fromEntries(taken.map(({ name, theirs }) => [name, theirs])),
  };
}

function fieldsOf(values: object, groups: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
      groups.includes(name) && typeof value === 'object' && value !== null
        ? Object.entries(value).map(([inner, one]) => [`${name}.${inner}`, one])
        : [[name, value]],
    ),
  );
}

/** Blank, null and left out are the same to whoever reads a form. */
function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) => (value === '' || value === undefined ? null : value);
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}
