import { useWatch } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { scheduleHint } from './display.ts';
import { useResourceFields } from './use-resource-form.ts';
import type { ResourceValues } from './values.ts';

/** Whether members see the resource (ADM-RES-13, ADM-TOOL-03), or when they will. */
export function PublishField({ label }: { label: 'Published' | 'Publish Resource' }) {
  const { register } = useResourceFields();
  const isPublished = useWatch<ResourceValues, 'isPublished'>({ name: 'isPublished' });
  return (
    <div className="flex flex-col gap-4 rounded-lg border border-border px-4 py-2">
      <Switch label={label} description="Drafts are seen by administrators only." {...register('isPublished')} />
      {isPublished ? null : <PublishTimeField />}
    </div>
  );
}

/** When a draft publishes itself, in the administrator's own time zone. */
function PublishTimeField() {
  const { register, setValue, formState } = useResourceFields();
  const localTime = useWatch<ResourceValues, 'publishAt'>({ name: 'publishAt' });
  return (
    <Field
      label="Publish at a Set Time"
      isOptional
      className="pb-2"
      hint={scheduleHint(localTime)}
      error={formState.errors.publishAt?.message}
      action={
        localTime === '' ? undefined : (
          <TextButton onClick={() => setValue('publishAt', '', { shouldDirty: true })}>Clear the time</TextButton>
        )
      }
    >
      <TextInput type="datetime-local" className="sm:max-w-64" {...register('publishAt')} />
    </Field>
  );
}
