import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ResourceForm } from '#contract/catalogue/publishing-forms.ts';
import { today } from '#web/platform/clock.ts';
import { keepTyped } from '#web/platform/typed.ts';
import type { ResourceValues } from './values.ts';

/** Values that an administrator typed and has not saved, with the values the form was opened with. */
export type Draft = {
  values: ResourceValues;
  base: { values: ResourceValues; updatedAt: string };
  keptAt: string;
};

/** Reads the draft of a form in this browser; null when there is none, or when storage is blocked. */
export function readDraft(name: string): Draft | null {
  try {
    const text = localStorage.getItem(name);
    // Safe because only this file writes it.
    return text === null ? null : (JSON.parse(text) as Draft);
  } catch {
    return null;
  }
}

const keep = (name: string, draft: Draft | null) => keepTyped('localStorage', name, draft);

/** Pause in typing after which a draft is stored. */
const pauseMilliseconds = 400;

type Options = {
  name: string;
  form: UseFormReturn<ResourceValues, unknown, ResourceForm>;
  base: Draft['base'];
  /** Draft that the form began with; null without one. */
  found: Draft | null;
};

/**
 * Stores the typed values in this browser until they are saved or discarded, so that no reload and no lost sign-in
 * loses them.
 */
export function useDraft({ name, form, base, found }: Options) {
  const [keptAt, setKeptAt] = useState(found?.keptAt ?? null);
  const isOver = useRef(false);
  const timer = useRef<number>(undefined);

  const write = useEffectEvent(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    if (isOver.current) return;
    const draft = { values: form.getValues(), base, keptAt: today().toISOString() };
    if (keep(name, draft)) setKeptAt(draft.keptAt);
  });

  useEffect(() => {
    const stop = form.watch((_, { name: field }) => {
      // A reset names no field.
      if (field === undefined) return;
      clearTimeout(timer.current);
      timer.current = window.setTimeout(write, pauseMilliseconds);
    });
    const flush = () => timer.current !== undefined && write();
    addEventListener('pagehide', flush);
    return () => {
      stop.unsubscribe();
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [form.watch]);

  return {
    /** Time at which the draft was stored; null while there is none. */
    keptAt,
    /** Removes the draft, after it was saved or discarded. */
    end: () => {
      isOver.current = true;
      keep(name, null);
    },
  };
}
