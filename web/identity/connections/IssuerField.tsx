import { useQuery } from '@tanstack/react-query';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { sentenceOf } from '#web/platform/errors.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { type AnyCalls, discoveryQuery } from './api.ts';
import { reachedText } from './display.ts';
import type { ConnectionValues } from './form-display.ts';

const pauseMs = 600;

type IssuerFieldProps = {
  calls: AnyCalls;
  /** The saved issuer, which is not looked up again; null for a new connection. */
  saved: string | null;
};

/** The issuer, whose discovery document is read while it is entered (SSO-02). */
export function IssuerField({ calls, saved }: IssuerFieldProps) {
  const { register, formState, setValue } = useFormContext<ConnectionValues>();
  const typed = useSettled(useWatch<ConnectionValues, 'issuer'>({ name: 'issuer' }).trim());
  const isAsked = typed !== saved && /^https?:\/\/[^/\s]{2,}/.test(typed);
  return (
    <div className="flex flex-col gap-2 sm:col-span-2">
      <Field
        label="Issuer"
        hint="The address of your provider, such as https://login.example.org/realms/staff. Entra: https://login.microsoftonline.com/<tenant id>/v2.0"
        error={formState.errors.issuer?.message}
      >
        <TextInput type="url" autoCapitalize="none" autoComplete="off" spellCheck={false} {...register('issuer')} />
      </Field>
      <div role="status" className="flex flex-col gap-1.5 text-sm empty:hidden">
        {isAsked ? (
          <Found
            calls={calls}
            issuer={typed}
            onTake={(issuer) => setValue('issuer', issuer, { shouldDirty: true, shouldValidate: true })}
          />
        ) : null}
      </div>
    </div>
  );
}

/** Returns the value once it has not changed for `pauseMs`. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

type FoundProps = { calls: AnyCalls; issuer: string; onTake: (issuer: string) => void };

/** Findings in the provider's discovery document. */
function Found({ calls, issuer, onTake }: FoundProps) {
  const { data, error, isPending } = useQuery(discoveryQuery(calls, issuer));
  if (isPending) {
    return (
      <p className="flex items-center gap-1.5 text-muted-foreground">
        <LoaderCircle size={14} className="animate-spin" />
        <span>Asking the provider…</span>
      </p>
    );
  }
  if (error) return <p className="text-destructive">{sentenceOf(error)}</p>;
  const { issuer: named, isUsable, findings } = data;
  const other = named !== null && named !== issuer ? named : null;
  return (
    <>
      {isUsable && !other ? (
        <p className="flex items-start gap-1.5 text-success-text">
          <CircleCheck size={14} className="mt-1" />
          <span>{reachedText(data)}</span>
        </p>
      ) : null}
      {findings.map(({ level, sentence }) => (
        <p
          key={sentence}
          className={
            level === 'problem'
              ? 'text-destructive'
              : level === 'warning'
                ? 'text-warning-text'
                : 'text-muted-foreground'
          }
        >
          {sentence}
        </p>
      ))}
      {other ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="wrap-anywhere">
            The provider calls itself <b className="font-semibold">{other}</b>.
          </span>
          <Button variant="outline" size="small" onClick={() => onTake(other)}>
            Use this issuer
          </Button>
        </div>
      ) : null}
    </>
  );
}
