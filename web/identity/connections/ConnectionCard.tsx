import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError } from '#web/platform/errors.ts';
import type { useSchemaForm } from '#web/platform/form.ts';
import { useUnsaved } from '#web/platform/use-unsaved.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { GuideButton } from './GuideButton.tsx';

type ConnectionCardProps<Given extends FieldValues, Taken extends FieldValues> = {
  form: ReturnType<typeof useSchemaForm<Given, Taken>>;
  saveLabel: string;
  /** Leaves the form of a new connection, or takes changes back. */
  onDiscard: () => void;
  discardLabel: string;
  /** A form that is saved already shows its buttons only when it has changes. */
  isNew: boolean;
  children: ReactNode;
};

export function ConnectionCard<Given extends FieldValues, Taken extends FieldValues>(
  props: ConnectionCardProps<Given, Taken>,
) {
  const { form, saveLabel, onDiscard, discardLabel, isNew, children } = props;
  const { isDirty, errors } = form.formState;
  useUnsaved(isDirty && !form.isBusy);
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h2>Identity provider</h2>
        <GuideButton />
      </div>
      <p className="mt-1 mb-5 text-sm text-muted-foreground">
        OpenID Connect. Your IT department finds these values in the provider’s list of applications.
      </p>
      <FormProvider {...form}>
        <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
          {children}
          {errors.root?.message ? (
            <Banner tone="danger" role="alert">
              {errors.root.message}
            </Banner>
          ) : null}
          {isNew || isDirty ? (
            <div className="flex flex-wrap gap-3 border-t border-border pt-5">
              <Button type="submit" isBusy={form.isBusy}>
                {saveLabel}
              </Button>
              <Button variant="ghost" disabled={form.isBusy} onClick={onDiscard}>
                {discardLabel}
              </Button>
            </div>
          ) : null}
        </form>
      </FormProvider>
    </Card>
  );
}

const places: Partial<Record<ErrorCode, string>> = {
  'connections.issuer-wrong': 'issuer',
  'connections.issuer-for-all': 'issuer',
  'connections.issuer-unreachable': 'issuer',
  'connections.issuer-other': 'issuer',
  'connections.issuer-unusable': 'issuer',
  'connections.secret-required': 'clientSecret',
  'connections.slug-taken': 'slug',
  'connections.claim-outside': 'emailClaim',
};

/** Returns the field that an error is about; `root`, the whole form, for other errors. */
export const placeOfRejection = (error: unknown): 'root' =>
  // Safe cast, because the form has the fields that are named here.
  ((error instanceof ApiError && error.code && places[error.code as ErrorCode]) || 'root') as 'root';
