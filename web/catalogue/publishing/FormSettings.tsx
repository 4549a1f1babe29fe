import { AccessFields } from './AccessFields.tsx';
import { FormSection } from './EditorColumns.tsx';
import { PublishField, RappFields } from './RappFields.tsx';

/** Settings at the side of most forms. */
export function FormSettings({ resourceId }: { resourceId: number | undefined }) {
  return (
    <>
      <FormSection title="Publishing">
        <PublishField label="Published" />
      </FormSection>
      <FormSection title="Access">
        <AccessFields resourceId={resourceId} />
      </FormSection>
      <FormSection title="RAPP Configuration">
        <RappFields />
      </FormSection>
    </>
  );
}
