import { FormSection } from '../../admin/FormSection.tsx';
import { AccessFields } from './AccessFields.tsx';
import { FeaturedImageField, ResourceFileField } from './FileFields.tsx';
import { PublishField } from './PublishField.tsx';
import { RappFields } from './RappFields.tsx';
import { DescriptionField, TitleField } from './TextFields.tsx';
import type { ResourceFieldsProps } from './use-resource-form.ts';

/** A template to download (ADM-TPL-01). */
export function TemplateFields({ resourceId }: ResourceFieldsProps) {
  return (
    <>
      <FormSection title="Content">
        <TitleField />
        <DescriptionField />
        <ResourceFileField label="Template File" />
        <FeaturedImageField />
      </FormSection>
      <FormSection title="Access">
        <AccessFields resourceId={resourceId} />
      </FormSection>
      <FormSection title="RAPP Configuration">
        <RappFields />
        <PublishField label="Published" />
      </FormSection>
    </>
  );
}
