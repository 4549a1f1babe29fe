import { SeatGrantForm } from '#contract/organisations/organisations-admin.ts';
import { FormDialog } from '#web/admin/FormDialog.tsx';
import { ResourceChoice } from '#web/catalogue/search/ResourceChoice.tsx';
import { ApiError } from '#web/platform/errors.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useGiveSeats } from './api.ts';

type Values = {
  kind: 'resource' | 'plan';
  resourceId: number | string | null;
  seats: number;
  reason: string;
  endsOn: string | null;
};

const emptyIsNull = (value: string) => value || null;

type GiveSeatsDialogProps = { id: number; name: string; onClose: () => void };

/** Gives an organisation seats with a reason and an end (ORG-07). */
export function GiveSeatsDialog({ id, name, onClose }: GiveSeatsDialogProps) {
  const giving = useGiveSeats(id, onClose);
  const defaultValues: Values = { kind: 'plan', resourceId: null, seats: 10, reason: '', endsOn: null };
  const form = useSchemaForm({
    shape: SeatGrantForm,
    defaultValues,
    send: giving.mutateAsync,
    failureAt: (error) => (error instanceof ApiError && error.code === 'access.end-passed' ? 'endsOn' : null),
  });
  const { errors } = form.formState;
  return (
    <FormDialog form={form} title="Grant seats" description={name} saveLabel="Grant seats" onClose={onClose}>
      <Field label="For" error={errors.kind?.message}>
        <Select
          {...form.register('kind', {
            onChange: ({ target }) => {
              if (target.value === 'plan') form.setValue('resourceId', null);
            },
          })}
        >
          <option value="plan">All subscription resources</option>
          <option value="resource">One resource</option>
        </Select>
      </Field>
      {form.watch('kind') === 'resource' ? (
        <ResourceChoice
          isRequired
          value={String(form.watch('resourceId') ?? '')}
          onChange={(id) => form.setValue('resourceId', id || null, { shouldValidate: form.formState.isSubmitted })}
          {...(errors.resourceId && { error: 'Choose a resource' })}
        />
      ) : null}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Seats" isRequired error={errors.seats?.message}>
          <TextInput type="number" min={1} inputMode="numeric" {...form.register('seats', { valueAsNumber: true })} />
        </Field>
        <Field label="Ends after" isOptional hint="The day ends at midnight UTC." error={errors.endsOn?.message}>
          <TextInput type="date" {...form.register('endsOn', { setValueAs: emptyIsNull })} />
        </Field>
      </div>
      <Field label="Reason" isRequired error={errors.reason?.message}>
        <TextInput {...form.register('reason')} />
      </Field>
    </FormDialog>
  );
}
