import { useController } from 'react-hook-form';
import { resourceLimits } from '#contract/catalogue/publishing-forms.ts';
import { Switch } from '#web/ui/Switch.tsx';
import { CardPreview } from './CardPreview.tsx';
import { DescriptionField, FeaturedImageField, TitleField } from './ContentFields.tsx';
import { EditorColumns, FormSection } from './EditorColumns.tsx';
import { FormSettings } from './FormSettings.tsx';
import { ResourcePicker } from './ResourcePicker.tsx';
import { type ResourceFieldsProps, useResourceFields } from './use-resource-form.ts';
import type { ResourceValues } from './values.ts';

/** Form of a bundle: its parts, its price, and whether earlier buyers get later parts (BUNDLE-02). */
export function BundleFields({ resourceId }: ResourceFieldsProps) {
  const { register } = useResourceFields();
  return (
    <EditorColumns side={<FormSettings resourceId={resourceId} />}>
      <FormSection title="Content">
        <TitleField />
        <DescriptionField />
        <PartsField />
        <div className="rounded-lg border border-border px-4 py-2">
          <Switch
            label="Include Later Parts"
            description="Members who bought the bundle also get the parts that you add later. It stays on once a member has bought the bundle."
            {...register('includesLaterParts')}
          />
        </div>
        <FeaturedImageField />
      </FormSection>
      <CardPreview />
    </EditorColumns>
  );
}

/** Parts of the bundle in their order, and a box that finds more by title. */
function PartsField() {
  const { field } = useController<ResourceValues, 'parts'>({ name: 'parts' });
  return (
    <ResourcePicker
      legend="Parts"
      addLabel="Add a part"
      hint={`${field.value.length} of at most ${resourceLimits.parts}. Two published parts are needed before publishing.`}
      most={resourceLimits.parts}
      picked={field.value}
      onChange={field.onChange}
      isOffered={({ type }) => type !== 'bundle'}
    />
  );
}
