import { FormSection } from '../../admin/FormSection.tsx';
import { ArticleField } from '../articles/ArticleField.tsx';
import { AccessFields } from './AccessFields.tsx';
import { writtenTypes } from './display.ts';
import { FeaturedImageField, ResourceFileField } from './FileFields.tsx';
import { PublishField } from './PublishField.tsx';
import { RappFields } from './RappFields.tsx';
import { DescriptionField, DurationField, TitleField } from './TextFields.tsx';
import type { ResourceFieldsProps } from './use-resource-form.ts';

/** Reports, insights, newsletters, books, articles and the older kinds (ADM-RES-07, ADM-RES-08). */
export function GenericFields(fields: ResourceFieldsProps) {
  return (
    <>
      <FormSection title="Content">
        <TitleField />
        <DescriptionField />
        {writtenTypes.includes(fields.type) ? <ArticleField {...fields} /> : null}
        <DurationField />
        <ResourceFileField label="File" isOptional />
        <FeaturedImageField />
      </FormSection>
      <FormSection title="Access">
        <AccessFields resourceId={fields.resourceId} />
      </FormSection>
      <FormSection title="RAPP Configuration">
        <RappFields />
        <PublishField label="Published" />
      </FormSection>
    </>
  );
}
