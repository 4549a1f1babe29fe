import { useRef, useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import { ApiError } from './errors.ts';
import { type ShapeForm, useSchemaForm } from './form.ts';
import { toastFailure } from './toast.ts';

/** Edited object: the values of its form and its version, which is the time of the last save, or a number as text. */
type Edited<Values> = { values: Values; updatedAt: string };

type Options<Given extends FieldValues, Taken extends FieldValues> = {
  shape: ShapeForm<Given, Taken>['shape'];
  opened: Edited<Given>;
  /**
   * An action's `mutateAsync`. `updatedAt` belongs to the saved values on which the form is based: the opened ones, or
   * those fetched for the last settled conflict.
   */
  save: (values: Taken, updatedAt: string) => Promise<unknown>;
  fetchSaved: () => Promise<Edited<Given>>;
  /** Fields of the form that contain other fields. */
  groups?: readonly string[];
  /** Adds values that the form has only after it was edited. */
  completed?: (values: Given) => Given;
  code: string;
};

type Met<Values> = {
  base: Values;
  theirs: Edited<Values>;
  mine: Values;
  fields: FieldConflict[];
};

/**
 * Form that never overwrites what another administrator has saved since it was opened. A save rejected for that reason
 * fetches the saved values and fills `conflict.fields`. `conflict.settle` puts the choice into the form, to be checked
 * and saved again. Controls with their own state must restart when `conflict.timesSettled` changes.
 */
export function useEditForm<Given extends FieldValues, Taken extends FieldValues>(options: Options<Given, Taken>) {
  const { shape, opened, save, fetchSaved, code, groups, completed = (values: Given) => values } = options;
  const base = useRef(opened);
  const [met, setMet] = useState<Met<Given> | null>(null);
  const [timesSettled, setTimesSettled] = useState(0);
  const readForm = useRef(() => opened.values);

  const form = useSchemaForm<Given, Taken>({
    shape,
    // Safe because complete values can be default values.
    defaultValues: opened.values as DefaultValues<Given>,
    send: async (values) => {
      const [was, mine] = [completed(base.current.values), completed(readForm.current())];
      try {
        await save(values, base.current.updatedAt);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== code) throw error;
        const theirs = await fetchSaved().catch((failure: unknown) => {
          toastFailure('Error', failure);
          throw failure;
        });
        setMet({ base: was, theirs, mine, fields: conflictsOf({ base: was, theirs: theirs.values, mine, groups }) });
      }
    },
  });
  readForm.current = form.getValues;

  function settle(chosen: Readonly<Record<string, Side>>): void {
    if (!met) return;
    const { theirs, mine } = met;
    const merged = mergedValues({ base: met.base, theirs: theirs.values, mine, groups }, chosen);
    base.current = theirs;
    form.reset(theirs.values);
    for (const [name, value] of Object.entries(merged)) {
      // Safe because names and values are the form's own; the compiler cannot follow them through the merge.
      form.setValue(name as never, value as never, { shouldDirty: true });
    }
    setTimesSettled(timesSettled + 1);
    setMet(null);
  }

  /** Closes the dialog and keeps the form; the next save is rejected again. */
  const putOff = () => setMet(null);

  return { form, conflict: { fields: met?.fields ?? null, settle, putOff, timesSettled } };
}

export type Conflict = ReturnType<typeof useEditForm>['conflict'];

type Side = 'mine' | 'theirs';

/** Field that another administrator has changed to a value other than the form's. */
type FieldConflict = {
  /** Name of the field; for a field of a group with the group in front: "metadata.videoUrl". */
  name: string;
  theirs: unknown;
  mine: unknown;
  /** Whether both have changed the field; otherwise only the other administrator has. */
  isBoth: boolean;
};

/** Saved values on which the form is based, values saved since then, and values in the form. */
type Three<Values> = {
  base: Values;
  theirs: Values;
  mine: Values;
  /** Fields that contain other fields, each of which is compared separately. */
  groups?: readonly string[];
};

/** Returns every field that another administrator has changed and that has another value in the form. */
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

/** Returns the form's values after the choice: the chosen side of each conflict, and every other field as typed. */
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

/** Compares two values; blank, null and absent are equal in a form. */
function isSame(one: unknown, other: unknown): boolean {
  const plain = (value: unknown) => (value === '' || value === undefined ? null : value);
  return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}
