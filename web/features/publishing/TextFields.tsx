import { Field } from '../../ui/Field.tsx';
import { Textarea } from '../../ui/Textarea.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { useResourceFields } from './use-resource-form.ts';

/** What the resource is called. */
export function TitleField({ hint }: { hint?: string }) {
  const { register, formState } = useResourceFields();
  return (
    <Field label="Title" isRequired hint={hint} error={formState.errors.title?.message}>
      <TextInput autoComplete="off" {...register('title')} />
    </Field>
  );
}

/** What the resource is about; tools call it additional details (ADM-TOOL-10). */
export function DescriptionField({ label = 'Description', hint }: { label?: string; hint?: string }) {
  const { register, formState } = useResourceFields();
  const isOptional = label !== 'Description';
  return (
    <Field
      label={label}
      isRequired={!isOptional}
      isOptional={isOptional}
      hint={hint}
      error={formState.errors.description?.message}
    >
      <Textarea rows={6} {...register('description')} />
    </Field>
  );
}

/** How long the resource takes. */
export function DurationField() {
  const { register, formState } = useResourceFields();
  return (
    <Field label="Estimated Duration (minutes)" isOptional error={formState.errors.estimatedDuration?.message}>
      <TextInput
        type="number"
        min={1}
        step={1}
        inputMode="numeric"
        className="sm:max-w-40"
        {...register('estimatedDuration')}
      />
    </Field>
  );
}

/** A film about the resource, at its own https address. */
export function VideoField() {
  const { register, formState } = useResourceFields();
  return (
    <Field label="Instructional Video URL" isOptional error={formState.errors.metadata?.instructionalVideoUrl?.message}>
      <TextInput
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        {...register('metadata.instructionalVideoUrl')}
      />
    </Field>
  );
}
