/** Which value a field takes. */
export type Side = 'mine' | 'theirs';

/** A field that another administrator has changed to a value other than the form's. */
export type FieldConflict = {
  /** Of a group's field with the group in front: "metadata.videoUrl". */
  name: string;
  theirs: unknown;
  mine: unknown;
  /** Both have changed it; otherwise only the other administrator has. */
  isBoth: boolean;
};

/** The values when the form was opened, the values saved since then, and the values in the form. */
type Three<Values> = {
  base: Values;
  theirs: Values;
  mine: Values;
  /** Fields that contain other fields, each of which is compared separately. */
  groups?: readonly string[];
};

/** Every field that another administrator has changed and that has another value in the form. */
export function conflictsOf<Values extends object>(three: Three<Values>): FieldConflict[] {
  const { base, theirs, mine, groups = [] } = three;
  const [was, saved, typed] = [fieldsOf(base, groups), fieldsOf(theirs, groups), fieldsOf(mine, groups)];
  return Object.keys(saved)
    .filter((name) => !isSame(saved[name], was[name]) && !isSame(saved[name], typed[name]))
    .map((name) => ({
      name,
      theirs: saved[name],
      mine: typed[name],
      isBoth: !isSame(typed[name], was[name]),
    }));
}

/** The form's values after the choice: the chosen side of each conflict, and every other field as typed. */
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

/** Blank, null and absent are the same value in a form. */
function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) => (value === '' || value === undefined ? null : value);
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}
