import type { ReactNode } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { phaseLabel } from '#contract/words.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Fieldset } from '#web/ui/Fieldset.tsx';
import { PrincipleMark } from '#web/ui/PrincipleMark.tsx';
import { Switch } from '#web/ui/Switch.tsx';
import { TagInput } from '#web/ui/TagInput.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { TextButton } from '#web/ui/TextLink.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useWords } from '#web/ui/words.ts';
import { keysOf } from '../catalogue/display.ts';
import { scheduleHint } from './display.ts';
import { sentenceIn, useResourceFields } from './use-resource-form.ts';
import { type ResourceValues, toggled } from './values.ts';

/** Returns the principles with their marks, as checkbox options. */
export function usePrincipleOptions() {
  const { principles } = useWords();
  return keysOf(principles).map((value) => ({
    value,
    label: principles[value].name,
    icon: <PrincipleMark principle={value} />,
  }));
}

export function RappFields() {
  const words = useWords();
  const principleOptions = usePrincipleOptions();
  const phases = keysOf(words.phases).map((value) => ({ value, label: phaseLabel(words.phases[value]) }));
  const roles = keysOf(words.roles).map((value) => ({ value, label: words.roles[value].name }));
  const { field: philosophies } = useController<ResourceValues, 'rappPrinciples'>({ name: 'rappPrinciples' });
  const { field: chosenPhases } = useController<ResourceValues, 'rappImplementationPhase'>({
    name: 'rappImplementationPhase',
  });
  const { field: chosenRoles } = useController<ResourceValues, 'roleAffiliations'>({ name: 'roleAffiliations' });
  return (
    <>
      <ChoiceGroup
        legend="Philosophies"
        hint="Members see them on the card and the page, and filter by them. The first one gives the cover its colour."
        options={principleOptions}
        selected={philosophies.value}
        onChange={philosophies.onChange}
      />
      <ChoiceGroup
        legend="Implementation Phases"
        options={phases}
        selected={chosenPhases.value}
        onChange={chosenPhases.onChange}
      />
      <ChoiceGroup
        legend="Role Affiliations"
        hint="Members see them on the page as target roles, and filter by them. The dashboard suggests it to these roles."
        options={roles}
        selected={chosenRoles.value}
        onChange={chosenRoles.onChange}
      />
      <TagsField />
    </>
  );
}

function TagsField() {
  const { field, fieldState } = useController<ResourceValues, 'tags'>({ name: 'tags' });
  return (
    <Field label="Tags" isOptional error={sentenceIn(fieldState.error)}>
      <TagInput ref={field.ref} value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
    </Field>
  );
}

type ChoiceGroupProps<Value extends string> = {
  legend: string;
  hint?: string;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  /** Values in the order in which they were chosen. */
  selected: readonly Value[];
  onChange: (selected: Value[]) => void;
};

/** Checkboxes that keep the order of selection. */
export function ChoiceGroup<Value extends string>(props: ChoiceGroupProps<Value>) {
  const { legend, hint, options, selected, onChange } = props;
  return (
    <Fieldset legend={legend} hint={hint}>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-4">
        {options.map(({ value, label, icon }) => (
          <Checkbox
            key={value}
            label={label}
            icon={icon}
            checked={selected.includes(value)}
            onChange={() => onChange(toggled(selected, value))}
          />
        ))}
      </div>
    </Fieldset>
  );
}

/** Switch that publishes the resource to members (ADM-RES-13, ADM-TOOL-03), and the time of a later publication. */
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

/** Field of the time at which a draft is published automatically, in the administrator's time zone. */
function PublishTimeField() {
  const { register, setValue, formState } = useResourceFields();
  const localTime = useWatch<ResourceValues, 'publishAt'>({ name: 'publishAt' });
  return (
    <Field
      label="Publish at a set time"
      isOptional
      className="pb-2"
      hint={scheduleHint(localTime)}
      error={formState.errors.publishAt?.message}
      action={
        localTime === '' ? undefined : (
          <TextButton onClick={() => setValue('publishAt', '', { shouldDirty: true })}>
            Clear<VisuallyHidden> the time</VisuallyHidden>
          </TextButton>
        )
      }
    >
      <TextInput type="datetime-local" className="sm:max-w-64" {...register('publishAt')} />
    </Field>
  );
}
