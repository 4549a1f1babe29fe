import * as z from 'zod/mini';
import { EvidenceQuery } from '#contract/learning/learning-evidence.ts';
import type { Organisation } from '#contract/organisations/organisations.ts';
import { FormDialog } from '#web/admin/FormDialog.tsx';
import { isoDay } from '#web/dates.ts';
import { today } from '#web/platform/clock.ts';
import { useSchemaForm } from '#web/platform/form.ts';
import { Field } from '#web/ui/Field.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useDownloadEvidence } from './evidence-api.ts';

export type EvidenceDialogProps = { organisation: Pick<Organisation, 'id' | 'name'>; onClose: () => void };

/** Dialog that asks for the two days of an evidence pack and downloads it (LEARN-05). */
export function EvidenceDialog({ organisation: { id, name }, onClose }: EvidenceDialogProps) {
  const downloading = useDownloadEvidence(id, onClose);
  const last = isoDay(today());
  const form = useSchemaForm({
    shape: EvidenceQuery.check(
      z.refine(({ to }) => to <= last, {
        error: 'The last day of the period must not be after today.',
        path: ['to'],
      }),
    ),
    defaultValues: { from: `${last.slice(0, 4)}-01-01`, to: last },
    send: downloading.mutateAsync,
  });
  const { errors } = form.formState;
  return (
    <FormDialog form={form} title="Evidence pack" description={name} saveLabel="Download" onClose={onClose}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First day" isRequired error={errors.from?.message}>
          <TextInput type="date" max={last} {...form.register('from')} />
        </Field>
        <Field label="Last day" isRequired error={errors.to?.message}>
          <TextInput type="date" max={last} {...form.register('to')} />
        </Field>
      </div>
      <p className="text-sm text-muted-foreground">
        A ZIP file with a summary as PDF, people.csv and completions.json: who was asked what, and when it was
        completed. It shows what was read, not what is understood; of resources with a check, that it was passed. It is
        no proof of compliance with any law. The names in it are personal data: keep it as such. Days begin at midnight
        UTC.
      </p>
    </FormDialog>
  );
}
