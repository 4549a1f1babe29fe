import { useRef, useState } from 'react';
import type { DefaultValues, FieldValues } from 'react-hook-form';
import { ApiError } from './errors.ts';
import { type ShapeForm, useShapeForm } from './form.ts';
import { conflictsOf, type FieldConflict, mergedValues, type Side } from './merge.ts';
import { toastFailure } from './toast.ts';

/** What is edited: the values of its form, and when it was last saved. */
type Edited<Values> = { values: Values; updatedAt: string };

type Options<Given extends FieldValues, Taken extends FieldValues> = {
  shape: ShapeForm<Given, Taken>['shape'];
  /** The values when the form was opened. */
  opened: Edited<Given>;
  /** A mutation's `mutateAsync`; `updatedAt` is that of the values the form began with, and is sent along. */
  save: (values: Taken, updatedAt: string) => Promise<unknown>;
  /** Fetches the saved values. */
  fetchSaved: () => Promise<Edited<Given>>;
  /** Fields of the form that contain other fields. */
  groups?: readonly string[];
  /** Adds the values that the form only has after they were edited. */
  completed?: (values: Given) => Given;
  /** The error code of a conflict. */
  code: string;
};

type Met<Values> = {
  base: Values;
  theirs: Edited<Values>;
  mine: Values;
  fields: FieldConflict[];
};

/**
 * A form that never overwrites what another administrator has saved since it was opened. A save refused for that reason
 * fetches the saved values and fills `conflict.fields`; `conflict.settle` puts the choice into the form, to be checked and
 * saved again; controls with their own state start again when `conflict.timesSettled` changes.
 */
export function useEditForm<Given extends FieldValues, Taken extends FieldValues>(options: Options<Given, Taken>) {
  const { shape, opened, save, fetchSaved, code, groups, completed = (values: Given) => values } = options;
  const base = useRef(opened);
  const [met, setMet] = useState<Met<Given> | null>(null);
  const [timesSettled, setTimesSettled] = useState(0);
  const readForm = useRef(() => opened.values);

  const form = useShapeForm<Given, Taken>({
    shape,
    // Whole values are default values.
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
      // Names and values are the form's own; the compiler cannot follow them through the merge.
      form.setValue(name as never, value as never, { shouldDirty: true });
    }
    setTimesSettled(timesSettled + 1);
    setMet(null);
  }

  /** Back to the form as it was typed; the next save is refused again. */
  const putOff = () => setMet(null);

  return { form, conflict: { fields: met?.fields ?? null, settle, putOff, timesSettled } };
}

/** What a dialog needs to show the conflict. */
export type Conflict = ReturnType<typeof useEditForm>['conflict'];
