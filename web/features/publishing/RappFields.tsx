import { useController } from 'react-hook-form';
import { Field } from '../../ui/Field.tsx';
import { PrincipleMark } from '../../ui/PrincipleMark.tsx';
import { principleNames } from '../../ui/shapes.ts';
import { TagInput } from '../../ui/TagInput.tsx';
import { keysOf, roleNames } from '../catalogue/display.ts';
import { ChoiceGroup } from './ChoiceGroup.tsx';
import { phaseLabels } from './display.ts';
import { sentenceIn } from './use-resource-form.ts';
import type { ResourceValues } from './values.ts';

/** The philosophies with their marks, as tick boxes take them. */
export const principleOptions = keysOf(principleNames).map((value) => ({
  value,
  label: principleNames[value],
  icon: <PrincipleMark principle={value} />,
}));
const phases = keysOf(phaseLabels).map((value) => ({ value, label: phaseLabels[value] }));
const roles = keysOf(roleNames).map((value) => ({ value, label: roleNames[value] }));

/** Where the resource belongs in the framework, for whom it is, and the words it is found by. */
export function RappFields() {
  const { field: philosophies } = useController<ResourceValues, 'rappPrinciples'>({ name: 'rappPrinciples' });
  const { field: chosenPhases } = useController<ResourceValues, 'rappImplementationPhase'>({
    name: 'rappImplementationPhase',
  });
  const { field: chosenRoles } = useController<ResourceValues, 'roleAffiliations'>({ name: 'roleAffiliations' });
  return (
    <>
      <ChoiceGroup
        legend="Philosophies"
        hint="The first one chosen leads: it gives the cover its colour."
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
